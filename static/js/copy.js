// Copying a text: the clipboard's own way needs https, so the old one is the fallback.

export function copy(source, done) {
  source.select();
  if (navigator.clipboard && window.isSecureContext) navigator.clipboard.writeText(source.value).then(done);
  else if (document.execCommand("copy")) done();
}
