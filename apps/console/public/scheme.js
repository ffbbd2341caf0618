// Runs before the first paint, so that the page does not flash in the wrong theme. A separate file, because the CSP forbids inline scripts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("opsplane-color-scheme");
  } catch {
    // Storage may be blocked; the system's preference decides then.
  }
  const light = chosen === "light" || (chosen !== "dark" && matchMedia("(prefers-color-scheme: light)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", light ? "light" : "dark");
})();
