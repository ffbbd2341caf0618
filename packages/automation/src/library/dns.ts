import { approval, asRoot, change, diagnosis, failureNotice, libraryRunbook } from "./parts.ts";

export const dnsFailure = libraryRunbook("dns", {
  name: "DNS does not resolve",
  description: "Finds out where the resolution of a name fails and clears the resolver's cache.",
  tags: ["dns", "network", "linux"],
  ci_classes: ["server", "virtual_machine", "network_device"],
  notes: `## When to use
Clients report "could not resolve host", or a name still points to an old address.

## What it does
1. Shows the resolver's configuration, and resolves the name with the system and with a public resolver.
2. After approval, clears the cache of systemd-resolved, dnsmasq, unbound or nscd, whichever runs.
3. Resolves the name again.

## How to undo
A cleared cache fills again by itself. Nothing else is changed.`,
  parameters: [
    {
      name: "name",
      type: "string",
      description: "The name that does not resolve",
      required: true,
      pattern: "[A-Za-z0-9_][A-Za-z0-9._-]{0,252}",
    },
    {
      name: "resolver",
      type: "string",
      description: "A resolver to compare with",
      default: "1.1.1.1",
      pattern: "[0-9A-Fa-f][0-9A-Fa-f.:]{1,44}",
    },
  ],
  lock_key: "dns:{{ target.name }}",
  steps: [
    diagnosis(
      "Show the configuration",
      "cat /etc/resolv.conf; if [ -r /etc/nsswitch.conf ]; then grep '^hosts:' /etc/nsswitch.conf || true; fi",
    ),
    diagnosis("Resolve with the system", "getent hosts {{ parameters.name }} || echo 'The name does not resolve.'"),
    diagnosis(
      "Resolve with another resolver",
      "if command -v dig >/dev/null 2>&1; then dig +time=3 +tries=1 \"@{{ parameters.resolver }}\" {{ parameters.name }} A || true; elif command -v nslookup >/dev/null 2>&1; then nslookup {{ parameters.name }} {{ parameters.resolver }} || true; else echo 'Neither dig nor nslookup is installed.'; fi",
    ),
    approval(
      "Approve clearing the cache",
      "The resolver's cache on {{ target.name }} is cleared.\n\n```\n{{ steps.resolve_with_the_system.stdout }}\n{{ steps.resolve_with_another_resolver.stdout }}\n```",
    ),
    change(
      "Clear the cache",
      `if command -v resolvectl >/dev/null 2>&1 && systemctl is-active --quiet systemd-resolved; then
  ${asRoot("resolvectl flush-caches")}
elif systemctl is-active --quiet dnsmasq; then
  ${asRoot("systemctl restart dnsmasq")}
elif systemctl is-active --quiet unbound; then
  ${asRoot("systemctl reload unbound")}
elif systemctl is-active --quiet nscd; then
  ${asRoot("nscd --invalidate=hosts")}
else
  echo 'No caching resolver runs on this host.'
fi`,
      { timeout_seconds: 60, safe_to_repeat: true },
    ),
    diagnosis("Resolve again", "getent hosts {{ parameters.name }}", { retries: 3, retry_delay_seconds: 10 }),
  ],
  on_failure: [
    failureNotice(
      "The name still does not resolve",
      "Ask the owner of the zone: the name may be missing or its servers may be down.",
    ),
  ],
  verification: {
    title: "The host reports no failed resolutions",
    query: {
      source: "logs",
      q: '("could not resolve host" OR "name resolution" OR ENOTFOUND) host:"{{ target.name }}"',
      window_seconds: 120,
      operator: "<",
      threshold: 3,
    },
    within_seconds: 600,
  },
});
