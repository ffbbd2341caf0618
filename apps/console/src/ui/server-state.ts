/** away: nothing of ours answers. same: the server runs the build of this page. upgraded: it runs another one. */
export async function serverState(): Promise<"away" | "same" | "upgraded"> {
  const health = await fetch("/api/health", { cache: "no-store" }).catch(() => undefined);
  // A proxy in front of a server that is away answers too, but without a trace id.
  if (!health?.headers.has("x-trace-id")) return "away";
  const page = await fetch("/", { cache: "no-store" }).catch(() => undefined);
  if (!page?.ok) return "away";
  const entry = document.querySelector('script[type="module"]')?.getAttribute("src");
  return entry && !(await page.text()).includes(entry) ? "upgraded" : "same";
}

const key = "opsplane-reloaded";
const restMs = 30_000;

/** Loads the page again, so that it gets the files of the new build. Never twice in a row: that would be a loop. */
export function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(key) ?? 0);
  if (Date.now() - last < restMs) return;
  sessionStorage.setItem(key, String(Date.now()));
  window.location.reload();
}
