const tones = [880, 660, 880];
const toneSeconds = 0.22;
const pauseMs = 3_000;
const longestMs = 60_000;

/** Rings in one tab of the browser for a minute, or until the signal aborts it. */
export async function ringAloud(name: string, signal: AbortSignal): Promise<void> {
  // Browsers let a page sound only after someone has used it. Another tab may.
  if (!navigator.userActivation?.hasBeenActive) return;
  const ring = async () => {
    const audio = new AudioContext();
    void audio.resume();
    playRing(audio);
    const timer = setInterval(() => playRing(audio), pauseMs);
    const last = setTimeout(() => clearInterval(timer), longestMs);
    // The tab stays the one that rings until the end, so that no other starts after it.
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    clearInterval(timer);
    clearTimeout(last);
    await audio.close();
  };
  // Absent on plain http, where every tab rings.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return ring();
  await locks.request(name, { signal }, ring).catch((cause: unknown) => {
    if (!signal.aborted) throw cause;
  });
}

/** One ring, to hear what it is like. */
export function playOnce(): void {
  const audio = new AudioContext();
  playRing(audio);
  setTimeout(() => void audio.close(), 2_000);
}

function playRing(audio: AudioContext): void {
  for (const [index, hertz] of tones.entries()) {
    const from = audio.currentTime + index * toneSeconds;
    const [tone, level] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = hertz;
    level.gain.setValueAtTime(0.0001, from);
    level.gain.exponentialRampToValueAtTime(0.4, from + 0.02);
    level.gain.exponentialRampToValueAtTime(0.0001, from + toneSeconds);
    tone.connect(level).connect(audio.destination);
    tone.start(from);
    tone.stop(from + toneSeconds);
  }
}
