const maxTries = 60;
const defaultWaitMs = 1000;
const busy = [429, 503];

export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** Sends again while the server is busy, after the time that it asks for. Returns the first other answer. */
export async function retryWhileBusy(
  send: () => Promise<Response>,
  signal: AbortSignal,
  wait: Wait = pause,
): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await send();
    if (!busy.includes(response.status) || tries === maxTries) return response;
    await response.body?.cancel();
    await wait(Number(response.headers.get("retry-after") ?? 0) * 1000 || defaultWaitMs, signal);
  }
}

/** Waits, and ends early with an error when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
