import { approval, asRoot, change, diagnosis, failureNotice, libraryRunbook, unitParameter } from "./parts.ts";

const readCertificate =
  'openssl s_client -connect "{{ parameters.host }}:{{ parameters.port }}" -servername {{ parameters.host }} </dev/null 2>/dev/null';
// awk calculates, because a value in the shell's own arithmetic could run as code.
const seconds = `"$(awk -v days={{ parameters.days }} 'BEGIN { print days * 86400 }')"`;

export const certificateExpiry = libraryRunbook("certificate-expiry", {
  name: "Certificate expires",
  description:
    "Checks the certificate that a host presents, renews it with certbot when it expires soon, and reloads the web server.",
  tags: ["tls", "certificate", "nginx"],
  ci_classes: ["server", "application", "certificate"],
  notes: `## When to use
An alert says that a TLS certificate expires soon, or clients refuse the certificate.

## What it does
1. Reads the certificate that the host presents to clients.
2. If it expires within the given days, and after approval, renews it with certbot and reloads the web server.
3. Reads the certificate again and fails when it is still the old one.

## How to undo
certbot keeps the old certificate in \`/etc/letsencrypt/archive\`. Point the link in \`live\` back to it and reload the web server.`,
  parameters: [
    {
      name: "host",
      type: "string",
      description: "The name that clients use",
      required: true,
      pattern: "[A-Za-z0-9][A-Za-z0-9.-]{0,252}",
    },
    { name: "port", type: "integer", default: 443, min: 1, max: 65_535 },
    { name: "days", type: "integer", description: "Renew when fewer days are left", default: 14, min: 1, max: 90 },
    {
      name: "certificate",
      type: "string",
      description: "Its name in certbot",
      required: true,
      pattern: "[A-Za-z0-9][A-Za-z0-9._-]{0,252}",
    },
    unitParameter("web_server", "The unit that loads the certificate", { default: "nginx", required: false }),
  ],
  lock_key: "certificate:{{ parameters.certificate }}",
  steps: [
    diagnosis("Show the certificate", `${readCertificate} | openssl x509 -noout -subject -issuer -dates`),
    diagnosis(
      "Check the expiry",
      `if ${readCertificate} | openssl x509 -noout -checkend ${seconds} >/dev/null; then echo valid; else echo expires; fi`,
    ),
    approval(
      "Approve the renewal",
      "The certificate {{ parameters.certificate }} is renewed and {{ parameters.web_server }} is reloaded.\n\n```\n{{ steps.show_the_certificate.stdout }}\n```",
      { condition: "steps.check_the_expiry.stdout == 'expires'" },
    ),
    change(
      "Renew the certificate",
      asRoot("certbot renew --non-interactive --force-renewal --cert-name {{ parameters.certificate }}"),
      {
        condition: "steps.check_the_expiry.stdout == 'expires'",
      },
    ),
    change("Reload the web server", asRoot("systemctl reload -- {{ parameters.web_server }}"), {
      condition: "steps.check_the_expiry.stdout == 'expires'",
      safe_to_repeat: true,
    }),
    diagnosis("Check the new certificate", `${readCertificate} | openssl x509 -noout -enddate -checkend ${seconds}`, {
      retries: 3,
      retry_delay_seconds: 10,
    }),
  ],
  on_failure: [
    failureNotice(
      "The certificate was not renewed",
      "Check that port 80 is reachable for the challenge and that certbot's rate limit is not used up.",
    ),
  ],
  verification: {
    title: "The certificate is valid for more than a week",
    query: {
      source: "metrics",
      metric_name: "tlscheck.time_left",
      match: ["tlscheck.target={{ parameters.host }}:{{ parameters.port }}"],
      agg: "min",
      operator: ">",
      threshold: 604_800,
      when_empty: "pass",
    },
    within_seconds: 900,
  },
});
