// Shows pages as notifications while no console is open. It handles no requests, so it has no part in how the console loads.

/** How long an open console has to take an address. One that is signed out or asleep does not answer. */
const patienceMs = 500;

self.addEventListener("push", (event) => {
  const { title, page_id, tag, path } = event.data.json();
  const body = page_id ? "You are being paged. Open it to acknowledge." : "This is how a page rings in this browser.";
  const options = {
    body,
    tag,
    data: { path },
    icon: "/favicon.svg",
    renotify: true,
    requireInteraction: page_id !== null,
  };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

async function open(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const each of windows) if (await opens(each, path)) return each.focus();
  return self.clients.openWindow(path);
}

/** Asks a console to open the address, so that nothing is loaded again. */
function opens(client, path) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), patienceMs);
    client.postMessage({ type: "open", path }, [port2]);
  });
}

// A new version takes over at once. It keeps nothing that an older one could need.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
