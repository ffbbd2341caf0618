import type { Ring } from "./ring-rules.ts";

/** Shows a page as a notification, if this person allowed them. The title and the sound remain where a browser refuses. */
export async function notify({ title, tag, path }: Ring, open: (path: string) => void): Promise<void> {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const options = { body: "You are being paged. Open it to acknowledge.", tag, data: { path }, icon: "/favicon.svg" };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(title, options);
  const shown = new Notification(title, options);
  shown.onclick = () => {
    window.focus();
    shown.close();
    open(path);
  };
}

/** Takes back the notifications of a page that is over. */
export async function withdraw(tag: string): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await worker?.getNotifications({ tag })) ?? []) shown.close();
}

/** Opens the address of a notification that was clicked. The service worker asks the console that was used last. */
export function onNotificationClick(open: (path: string) => void): () => void {
  const listen = ({ data, ports }: MessageEvent) => {
    if (data?.type !== "open" || typeof data.path !== "string" || !/^\/(?!\/)/.test(data.path)) return;
    ports[0]?.postMessage("opened");
    open(data.path);
  };
  navigator.serviceWorker?.addEventListener("message", listen);
  return () => navigator.serviceWorker?.removeEventListener("message", listen);
}
