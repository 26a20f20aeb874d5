// Copying a text: the clipboard's own way needs https and a permission, so the old one is the fallback.

export function copy(source, done) {
  function oldWay() {
    if (document.execCommand("copy")) done();
  }
  source.select();
  if (navigator.clipboard && window.isSecureContext) navigator.clipboard.writeText(source.value).then(done, oldWay);
  else oldWay();
}
