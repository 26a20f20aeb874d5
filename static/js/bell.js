// Plays a bell synthesized from tones, so no sound file loads. Browsers allow sound only after a user gesture.

const Context = window.AudioContext || window.webkitAudioContext;
let audio = null;

// Call this in a user gesture; `onKnown` runs once it is known whether sound is allowed.
export function resumeAudio(onKnown) {
  if (!Context) return;
  if (!audio) audio = new Context();
  if (audio.state !== "suspended") {
    if (onKnown) onKnown();
    return;
  }
  const resumed = audio.resume();
  if (resumed) resumed.then(onKnown, onKnown);
}

export const isReady = () => Boolean(audio && audio.state === "running");

function playTone(pitch, startAt, seconds, loudness) {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, startAt);
  volume.gain.exponentialRampToValueAtTime(loudness, startAt + 0.03);
  volume.gain.exponentialRampToValueAtTime(0.0001, startAt + seconds - 0.02);
  tone.connect(volume);
  volume.connect(audio.destination);
  tone.start(startAt);
  tone.stop(startAt + seconds);
}

// Plays the tones one after the other, each for `seconds`; `loudness` is at most 1.
export function ring(pitches, seconds, loudness) {
  resumeAudio();
  if (!audio) return;
  pitches.forEach((pitch, index) => playTone(pitch, audio.currentTime + index * seconds, seconds, loudness));
}
