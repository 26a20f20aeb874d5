// Copies a text. The Clipboard API needs https and a permission, so `execCommand` is the fallback.

export function copy(source, done) {
  function oldWay() {
    if (document.execCommand("copy")) done();
  }
  source.select();
  if (navigator.clipboard && window.isSecureContext) navigator.clipboard.writeText(source.value).then(done, oldWay);
  else oldWay();
}
