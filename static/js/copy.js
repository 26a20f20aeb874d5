// Copies a text. The Clipboard API needs https and a permission, so `execCommand` is the fallback.

export function copyText(source, onCopied) {
  function copyByCommand() {
    if (document.execCommand("copy")) onCopied();
  }
  source.select();
  if (navigator.clipboard && window.isSecureContext) {
    navigator.clipboard.writeText(source.value).then(onCopied, copyByCommand);
  } else copyByCommand();
}
