const lost = new Set<HTMLLinkElement>();

/** Records style sheets that fail to load. Their links stay in the page, and Vite requests each only once. */
export function watchStyles(): void {
  const notice = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") lost.add(target);
  };
  // The capture phase is needed because errors of elements do not bubble.
  window.addEventListener("error", notice, true);
}

/** Requests the style sheets that failed to load again. */
export async function repairStyles(): Promise<void> {
  const links = [...lost];
  lost.clear();
  await Promise.all(links.map(replace));
}

function replace(link: HTMLLinkElement): Promise<void> {
  const again = document.createElement("link");
  again.rel = "stylesheet";
  again.href = link.href;
  const settled = new Promise<void>((resolve) => {
    again.onload = () => resolve();
    again.onerror = () => resolve();
  });
  link.replaceWith(again);
  return settled;
}
