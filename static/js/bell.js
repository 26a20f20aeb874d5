// A bell made of tones: no file, nothing to load. A browser lets it sound once somebody has touched the page.
window.bell = (function () {
  "use strict";
  var Context = window.AudioContext || window.webkitAudioContext;
  var audio = null;

  // To be called when somebody touches the page; `done` is called once it is known whether it can sound.
  function wake(done) {
    if (!Context) return;
    if (!audio) audio = new Context();
    if (audio.state !== "suspended") return done && done();
    var resumed = audio.resume();
    if (resumed) resumed.then(done, done);
  }

  function ready() {
    return Boolean(audio && audio.state === "running");
  }

  // Tones one after the other, each so many seconds; `loudness` is at most 1.
  function ring(pitches, seconds, loudness) {
    wake();
    if (!audio) return;
    pitches.forEach(function (pitch, turn) {
      var start = audio.currentTime + turn * seconds;
      var tone = audio.createOscillator();
      var volume = audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.0001, start);
      volume.gain.exponentialRampToValueAtTime(loudness, start + 0.03);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds - 0.02);
      tone.connect(volume);
      volume.connect(audio.destination);
      tone.start(start);
      tone.stop(start + seconds);
    });
  }

  return { wake: wake, ready: ready, ring: ring };
})();
