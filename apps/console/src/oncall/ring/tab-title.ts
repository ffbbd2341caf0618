/** Puts a text before the title of the tab, whichever page sets it. Returns how to take it away. */
export function markTitle(text: string): () => void {
  const mark = `(!) ${text} · `;
  const put = () => {
    if (!document.title.startsWith(mark)) document.title = mark + document.title;
  };
  put();
  const watcher = new MutationObserver(put);
  watcher.observe(document.head, { childList: true, characterData: true, subtree: true });
  return () => {
    watcher.disconnect();
    if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length);
  };
}
