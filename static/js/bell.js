// A bell made of tones: no file, nothing to load. A browser lets it sound once somebody has touched the page.

const Context = window.AudioContext || window.webkitAudioContext;
let audio = null;

// To be called when somebody touches the page; `done` is called once it is known whether it can sound.
export function wake(done) {
  if (!Context) return;
  if (!audio) audio = new Context();
  if (audio.state !== "suspended") {
    if (done) done();
    return;
  }
  const resumed = audio.resume();
  if (resumed) resumed.then(done, done);
}

export const ready = () => Boolean(audio && audio.state === "running");

function sound(pitch, start, seconds, loudness) {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loudness, start + 0.03);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds - 0.02);
  tone.connect(volume);
  volume.connect(audio.destination);
  tone.start(start);
  tone.stop(start + seconds);
}

// Tones one after the other, each so many seconds; `loudness` is at most 1.
export function ring(pitches, seconds, loudness) {
  wake();
  if (!audio) return;
  pitches.forEach((pitch, turn) => sound(pitch, audio.currentTime + turn * seconds, seconds, loudness));
}
