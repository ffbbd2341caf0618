import { useEffect } from "react";

/** Keeps the screen on while the page is visible, where the browser can. */
export function useWakeLock() {
  useEffect(() => {
    if (!("wakeLock" in navigator)) return;
    let held: WakeLockSentinel | undefined;
    let isLeft = false;
    const hold = async () => {
      if (document.visibilityState !== "visible") return;
      // The browser refuses it on low battery; the screen then turns off as usual.
      const lock = await navigator.wakeLock.request("screen").catch(() => undefined);
      if (isLeft) void lock?.release();
      else held = lock;
    };
    void hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      isLeft = true;
      document.removeEventListener("visibilitychange", hold);
      void held?.release();
    };
  }, []);
}
