const root = document.documentElement;

export const canEnterFullScreen = () => Boolean(root.requestFullscreen || root.webkitRequestFullscreen);

export function toggleFullscreen() {
  const fullscreenElement = document.fullscreenElement || document.webkitFullscreenElement;
  const enter = root.requestFullscreen || root.webkitRequestFullscreen;
  const exit = document.exitFullscreen || document.webkitExitFullscreen;
  const request = fullscreenElement ? exit && exit.call(document) : enter && enter.call(root);
  if (request && request.catch) request.catch(() => {});
}
