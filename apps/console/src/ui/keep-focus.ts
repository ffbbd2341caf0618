/** Does something that moves the focused element within the page, which would lose the focus, and gives it back. */
export function keepFocus(act: () => void) {
  const focused = document.activeElement;
  act();
  requestAnimationFrame(() => {
    if (focused instanceof HTMLElement) focused.focus();
  });
}

/** Alt with an arrow moves what one is in, up or down. */
export function altArrow(
  event: { altKey: boolean; key: string; preventDefault: () => void },
  move: (step: 1 | -1) => void,
) {
  if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
  event.preventDefault();
  move(event.key === "ArrowUp" ? -1 : 1);
}
