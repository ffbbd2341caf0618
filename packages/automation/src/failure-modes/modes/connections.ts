import { certificateExpiry } from "../../library/certificate-expiry.ts";
import { dnsFailure } from "../../library/dns.ts";
import { change, diagnosis } from "../../library/parts.ts";
import { type FailureMode, fewLogs, task } from "../mode.ts";
import { hostParameter, peer, peerPort } from "../parameters.ts";

/** What fails in connections: names and certificates. */
export const connectionModes: readonly FailureMode[] = [
  {
    key: "certificate-expiry",
    name: "Certificate expired or expires soon",
    summary: "A TLS certificate is no longer valid, or soon will not be.",
    when: "An alert says that a certificate expires soon, or clients refuse an expired certificate.",
    cues: [
      [3.5, "certificate|cert|tls|ssl days|weeks|tomorrow|left|soon"],
      [
        5,
        "@cert expire|expiry|expired|expiration|lapse|renew|renewal|outdated",
        "certificate valid|validity|days",
        "certbot|letsencrypt|acme",
        "err cert date",
      ],
      [2, "certificate", "browser warn|warning|insecure|privacy|secure"],
    ],
    ci_classes: ["certificate", "website", "server"],
    recipes: [{ technology: "linux", library: certificateExpiry }],
  },
  {
    key: "tls-handshake",
    name: "TLS handshake fails",
    summary: "Two sides cannot agree on a TLS connection: trust, name, protocol or cipher.",
    when: "Connections fail with handshake errors, “unknown authority” or “certificate verify failed”, and the certificate is not expired.",
    cues: [
      [
        5,
        "handshake",
        '"unknown authority"',
        '"self signed"',
        "verify failed",
        "cipher",
        "untrusted|trust certificate|ca|chain",
        "certificate chain|intermediate|mismatch|name|hostname",
        "tls version|1.0|1.2|protocol",
        "mtls|mutual",
      ],
      [2, "@cert @fail"],
    ],
    ci_classes: ["website", "service", "load_balancer", "certificate"],
    recipes: [
      {
        technology: "linux",
        steps: {
          parameters: [peer, peerPort],
          lock: "tls:{{ parameters.peer }}",
          look: [
            diagnosis(
              "Show the chain",
              'openssl s_client -connect "{{ parameters.peer }}:{{ parameters.peer_port }}" -servername {{ parameters.peer }} -showcerts </dev/null 2>&1 | head -n 60',
            ),
            diagnosis(
              "Try TLS 1.2",
              'openssl s_client -tls1_2 -connect "{{ parameters.peer }}:{{ parameters.peer_port }}" -servername {{ parameters.peer }} </dev/null 2>&1 | grep -E "Protocol|Cipher|Verify|error" || true',
            ),
            diagnosis(
              "Try TLS 1.3",
              'openssl s_client -tls1_3 -connect "{{ parameters.peer }}:{{ parameters.peer_port }}" -servername {{ parameters.peer }} </dev/null 2>&1 | grep -E "Protocol|Cipher|Verify|error" || true',
            ),
            diagnosis(
              "Show names and dates",
              'openssl s_client -connect "{{ parameters.peer }}:{{ parameters.peer_port }}" -servername {{ parameters.peer }} </dev/null 2>/dev/null | openssl x509 -noout -subject -issuer -dates -ext subjectAltName || true',
            ),
          ],
          act: [
            task(
              "Correct the certificate or the trust",
              "Compare the chain with what the client trusts. Install the missing intermediate certificate on {{ parameters.peer }}, or add the issuing authority to the trust store of the client. Complete this step when it is done.",
            ),
          ],
          check: [
            diagnosis(
              "Verify the chain",
              'openssl s_client -connect "{{ parameters.peer }}:{{ parameters.peer_port }}" -servername {{ parameters.peer }} -verify_return_error </dev/null 2>&1 | grep -E "Verify return code: 0"',
              { retries: 2, retry_delay_seconds: 10 },
            ),
          ],
          undo: "Put the earlier certificate file or trust store back and reload the program. The runbook itself only reads.",
          advice: "Ask both owners which versions and ciphers they allow.",
          verification: fewLogs(
            "No handshake fails",
            '"handshake" OR "certificate verify failed" OR "unknown authority"',
          ),
        },
      },
    ],
  },
  {
    key: "dns-failure",
    name: "Names do not resolve",
    summary: "A name cannot be resolved, or resolves to a wrong address.",
    when: "Clients report “could not resolve host” (NXDOMAIN, SERVFAIL), or a name still points to an old address.",
    cues: [
      [
        5,
        "dns",
        "nxdomain",
        "servfail",
        "resolve|resolution host|name|hostname|fail|can not|unable",
        '"could not resolve"',
        "enotfound",
        '"name or service not known"',
        "getaddrinfo",
        "coredns|bind|unbound",
      ],
      [3, "hostname|name lookup|unknown|old address|ip", "nameserver|resolver|zone", '"unknown host"'],
    ],
    ci_classes: ["server", "network_device", "service"],
    recipes: [
      { technology: "linux", library: dnsFailure },
      {
        technology: "kubernetes",
        steps: {
          parameters: [hostParameter("name", "The name that does not resolve")],
          lock: "kubernetes:kube-system:coredns",
          look: [
            diagnosis("Show the DNS pods", "kubectl --namespace kube-system get pods -l k8s-app=kube-dns -o wide"),
            diagnosis(
              "Show their messages",
              "kubectl --namespace kube-system logs -l k8s-app=kube-dns --tail=60 --since=15m || true",
            ),
            diagnosis(
              "Show the configuration",
              "kubectl --namespace kube-system get configmap coredns -o yaml | head -n 60",
            ),
            diagnosis("Resolve the name", "getent hosts {{ parameters.name }} || echo 'The name does not resolve.'"),
          ],
          confirm: "The DNS pods of the cluster are replaced one after another.",
          act: [
            change("Restart CoreDNS", "kubectl --namespace kube-system rollout restart deployment/coredns", {
              timeout_seconds: 60,
            }),
          ],
          check: [
            diagnosis(
              "Wait for the rollout",
              "kubectl --namespace kube-system rollout status deployment/coredns --timeout=180s",
              { timeout_seconds: 200 },
            ),
          ],
          undo: "A restart cannot be undone; the pods are replaced one after another, so names keep resolving.",
          advice: "Check the upstream resolvers of the nodes in `/etc/resolv.conf`.",
          verification: fewLogs("No failed resolutions", '"could not resolve host" OR ENOTFOUND OR "no such host"'),
        },
      },
    ],
  },
];
