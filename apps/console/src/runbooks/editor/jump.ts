import { anchorOf } from "./problems.ts";

/** Scrolls to the card of a problem and focuses it, after it is opened. */
export function jumpTo(path: string): void {
  requestAnimationFrame(() => {
    const place = document.getElementById(anchorOf(path));
    place?.scrollIntoView({ block: "start", behavior: "instant" });
    const field = place?.querySelector<HTMLElement>("[aria-invalid=true]") ?? place;
    field?.focus({ preventScroll: true });
  });
}
