const lost = new Set<HTMLLinkElement>();

/** Notices style sheets that fail to load. Their links stay in the page, and Vite asks for each only once. */
export function watchStyles(): void {
  const notice = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") lost.add(target);
  };
  // In the capture phase: errors of elements do not bubble.
  window.addEventListener("error", notice, true);
}

/** Asks again for the style sheets that failed to load. */
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
