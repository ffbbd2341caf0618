/** Runs an action that moves the focused element within the page, and restores the focus. */
export function keepFocus(act: () => void) {
  const focused = document.activeElement;
  act();
  requestAnimationFrame(() => {
    if (focused instanceof HTMLElement) focused.focus();
  });
}

/** Alt with an arrow moves the focused part up or down. */
export function altArrow(
  event: { altKey: boolean; key: string; preventDefault: () => void },
  move: (step: 1 | -1) => void,
) {
  if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
  event.preventDefault();
  move(event.key === "ArrowUp" ? -1 : 1);
}
