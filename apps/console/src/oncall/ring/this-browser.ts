/** What this browser can do, and what it was allowed to do. */
export interface ThisBrowser {
  /** insecure: browsers offer notifications on https and localhost only. */
  support: "yes" | "insecure" | "no";
  permission: NotificationPermission;
  /** Of its push subscription, as the server shows it. */
  fingerprint: string | undefined;
}

const worker = "/push-worker.js";

export async function readThisBrowser(): Promise<ThisBrowser> {
  if (!window.isSecureContext) return { support: "insecure", permission: "default", fingerprint: undefined };
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return { support: "no", permission: "default", fingerprint: undefined };
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  const fingerprint = subscription ? await fingerprintOf(subscription.endpoint) : undefined;
  return { support: "yes", permission: Notification.permission, fingerprint };
}

async function fingerprintOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

interface SubscriptionParts {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Why this browser has no subscription. */
export type NoSubscription = "denied" | "unreachable";

/** Asks for the permission, so call it from a click. `renew`: the push service no longer knows the old subscription. */
export async function subscribeThisBrowser(
  readKey: () => Promise<string>,
  { renew }: { renew: boolean },
): Promise<SubscriptionParts | NoSubscription> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = await readKey();
  const known = await pushManager.getSubscription();
  if (known && (renew || !isFor(known, key))) await known.unsubscribe();
  // The browser asks its vendor's push service, which a closed network may not let it reach.
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => undefined);
  const { endpoint, keys: { p256dh, auth } = {} } = made?.toJSON() ?? {};
  return endpoint && p256dh && auth ? { endpoint, p256dh, auth } : "unreachable";
}

/** A subscription belongs to the key that it was made with. */
function isFor({ options }: PushSubscription, key: string): boolean {
  const bytes = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  const known = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return known.length === bytes.length && known.every((byte, index) => byte === bytes[index]);
}
