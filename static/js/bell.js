// Plays a bell synthesized from tones, so no sound file loads. Browsers allow sound only after a user gesture.

const Context = window.AudioContext || window.webkitAudioContext;
let audio = null;

// Call this in a user gesture; `done` runs once it is known whether sound is allowed.
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

// Plays the tones one after the other, each for `seconds`; `loudness` is at most 1.
export function ring(pitches, seconds, loudness) {
  wake();
  if (!audio) return;
  pitches.forEach((pitch, turn) => sound(pitch, audio.currentTime + turn * seconds, seconds, loudness));
}
