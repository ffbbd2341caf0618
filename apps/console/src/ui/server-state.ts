/** away: no answer. same: the server runs the build of this page. upgraded: it runs another build. */
export async function serverState(): Promise<"away" | "same" | "upgraded"> {
  const health = await fetch("/api/health", { cache: "no-store" }).catch(() => undefined);
  // A proxy may answer for a server that is down, but without a trace id.
  if (!health?.headers.has("x-trace-id")) return "away";
  const page = await fetch("/", { cache: "no-store" }).catch(() => undefined);
  if (!page?.ok) return "away";
  const entry = document.querySelector('script[type="module"]')?.getAttribute("src");
  return entry && !(await page.text()).includes(entry) ? "upgraded" : "same";
}

const key = "opsplane-reloaded";
const restMs = 30_000;

/** Reloads the page to get the files of the new build. Never twice in a row, because that could loop. */
export function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(key) ?? 0);
  if (Date.now() - last < restMs) return;
  sessionStorage.setItem(key, String(Date.now()));
  window.location.reload();
}
