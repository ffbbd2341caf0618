import { asRoot, change, diagnosis, objectParameter } from "../../library/parts.ts";
import { type FailureMode, fewLogs, task } from "../mode.ts";
import { deployment, hostParameter, kubectl, namespace, rolloutStatus, service, wordParameter } from "../parameters.ts";

/** What fails outside: other companies, their limits, and the credentials for them. */
export const dependencyModes: readonly FailureMode[] = [
  {
    key: "dependency-outage",
    name: "External service is down",
    summary: "A service of another company fails, and ours fails with it.",
    when: "Calls to a third party fail or time out, and its status page or a direct request confirms it.",
    cues: [
      [
        4,
        "@external @down",
        "@external outage|incident|degraded|timeouts|errors|5xx|503|fail|failing",
        '"third party"',
        "status page",
        "aws|azure|gcp|cloudflare|github|stripe|twilio|okta|sendgrid outage|down|incident|region|fail",
      ],
      [
        2,
        "external api|service|dependency",
        "dependency @down|fail|unavailable",
        "vendor|provider|partner side|confirms|reports",
      ],
    ],
    ci_classes: ["service", "application", "cloud_resource"],
    recipes: [
      {
        technology: "generic",
        steps: {
          parameters: [
            hostParameter("api_host", "Host of the external service"),
            wordParameter("service_name", "Our service that calls it"),
          ],
          lock: "dependency:{{ parameters.api_host }}",
          look: [
            diagnosis(
              "Resolve its name",
              "getent hosts {{ parameters.api_host }} || echo 'The name does not resolve.'",
            ),
            diagnosis(
              "Ask it directly",
              "curl -sS -o /dev/null --max-time 15 -w 'status %{http_code}, connect %{time_connect} s, total %{time_total} s\\n' \"https://{{ parameters.api_host }}/\" || true",
            ),
            {
              type: "query",
              title: "Count our errors",
              query: {
                source: "logs",
                service: "{{ parameters.service_name }}",
                q: 'level:>=error "{{ parameters.api_host }}"',
                window_seconds: 900,
                operator: ">=",
                threshold: 0,
              },
            },
          ],
          act: [
            task(
              "Protect our service",
              "{{ parameters.service_name }} logged {{ steps.count_our_errors.value }} errors that name {{ parameters.api_host }}. Read the status page of the provider. Switch to a second provider, queue the calls, or show users a clear message. Complete this step when users are protected.",
            ),
            {
              type: "notification",
              title: "Inform the team",
              subject: "An external service is down",
              message:
                "{{ parameters.api_host }} fails. {{ parameters.service_name }} is affected. Work continues when the provider has recovered.",
            },
          ],
          check: [
            diagnosis(
              "Ask it again",
              "curl -sS -o /dev/null --max-time 15 -w 'status %{http_code}, total %{time_total} s\\n' \"https://{{ parameters.api_host }}/\" || true",
            ),
          ],
          undo: "Switch back to the first provider when it has been stable for an hour.",
          advice: "Open a ticket with the provider and name the first time of failure.",
          verification: fewLogs(
            "Calls to it succeed",
            'level:>=error "{{ parameters.api_host }}"',
            "{{ parameters.service_name }}",
            5,
            3600,
          ),
        },
      },
    ],
  },
  {
    key: "provider-rate-limit",
    name: "Rate limit of a provider",
    summary: "A provider refuses our calls because we send too many.",
    when: "Calls fail with 429 or “rate limit exceeded”.",
    cues: [
      [
        5,
        "429",
        '"rate limit"',
        "rate limited|limiting",
        '"too many requests"',
        "throttled|throttling|throttle api|provider|calls|requests|us",
        "quota exceeded|exhausted|provider|api",
      ],
      [2, "throttle|throttling|quota"],
    ],
    ci_classes: ["service", "application", "cloud_resource"],
    recipes: [
      {
        technology: "generic",
        steps: {
          parameters: [
            hostParameter("api_host", "Host of the provider"),
            wordParameter("service_name", "Our service that calls it"),
          ],
          lock: "dependency:{{ parameters.api_host }}",
          look: [
            {
              type: "query",
              title: "Count refused calls",
              query: {
                source: "logs",
                service: "{{ parameters.service_name }}",
                q: '429 OR "rate limit" OR "too many requests"',
                window_seconds: 900,
                operator: ">=",
                threshold: 0,
              },
            },
            diagnosis(
              "Show the limit that it reports",
              "curl -sS -o /dev/null -D - --max-time 15 \"https://{{ parameters.api_host }}/\" | grep -iE '^(http|ratelimit|x-ratelimit|retry-after)' || true",
            ),
          ],
          act: [
            task(
              "Send fewer calls",
              "{{ parameters.service_name }} had {{ steps.count_refused_calls.value }} refused calls in 15 minutes. Lower its concurrency, pause batch jobs, and honour Retry-After. Ask {{ parameters.api_host }} for a higher limit if the load is normal. Complete this step when the calls are fewer.",
            ),
          ],
          undo: "Set the concurrency back when the limit allows it.",
          advice: "Look for a client that retries without a pause.",
          verification: fewLogs(
            "No call is refused",
            '429 OR "rate limit" OR "too many requests"',
            "{{ parameters.service_name }}",
            3,
            1800,
          ),
        },
      },
    ],
  },
  {
    key: "credential-expiry",
    name: "Credentials expired or wrong",
    summary: "A password, key or token expired, was rotated or was revoked, so that a service cannot log in.",
    when: "Calls between systems fail with 401, 403 or “authentication failed” while users are not affected by their own passwords.",
    cues: [
      [
        4,
        "password|credential|secret|token|key @expire|rotate|rotated|revoked|changed|wrong",
        "401|403|unauthorized|forbidden",
        "authentication|login|auth @fail",
        "access denied",
        "invalid credential|token|key|password|grant|client",
      ],
      [2, "service account", "secret|vault", "@login @fail", "ldap|oauth|sso|kerberos|keycloak @fail|down"],
    ],
    ci_classes: ["service", "application", "software"],
    recipes: [
      {
        technology: "kubernetes",
        steps: {
          parameters: [namespace, deployment, objectParameter("secret_name", "The Secret with the credentials")],
          lock: "kubernetes:{{ parameters.namespace }}:{{ parameters.deployment }}",
          look: [
            diagnosis(
              "Show when the Secret changed",
              kubectl(
                'get secret {{ parameters.secret_name }} -o jsonpath=\'{.metadata.creationTimestamp}{"\\n"}{.metadata.managedFields[*].time}{"\\n"}\'',
              ),
            ),
            diagnosis(
              "Find refused logins",
              kubectl(
                "logs \"deployment/{{ parameters.deployment }}\" --since=30m --tail=2000 | grep -iE '401|403|unauthorized|denied|authentication' | tail -n 20 || true",
              ),
            ),
            diagnosis("Show the pods", kubectl("get pods -o wide | tail -n 20")),
          ],
          confirm:
            "The pods of {{ parameters.deployment }} are replaced one after another, so that they read {{ parameters.secret_name }} again.",
          act: [
            task(
              "Store the new credentials",
              "Rotate the credentials where they are issued, and store the new value in {{ parameters.secret_name }} through your secret manager. Never paste it into this runbook. Complete this step when it is stored.",
            ),
            change("Restart the deployment", kubectl('rollout restart "deployment/{{ parameters.deployment }}"'), {
              timeout_seconds: 60,
            }),
          ],
          check: [diagnosis("Wait for the rollout", rolloutStatus, { timeout_seconds: 330 })],
          undo: "Keep the old credentials valid until the check is good; then revoke them.",
          advice: "Check the clock of the nodes: tokens fail when it is wrong.",
          verification: fewLogs("No login is refused", "401 OR 403 OR unauthorized", "{{ parameters.deployment }}"),
        },
      },
      {
        technology: "systemd",
        steps: {
          parameters: [service],
          lock: "service:{{ target.name }}:{{ parameters.service }}",
          look: [
            diagnosis(
              "Find refused logins",
              "journalctl --no-pager --since=-30min --unit={{ parameters.service }} | grep -iE '401|403|unauthorized|denied|authentication' | tail -n 20 || true",
            ),
            diagnosis(
              "Show where it reads its settings",
              "systemctl show --property=EnvironmentFiles --property=LoadCredential --property=FragmentPath -- {{ parameters.service }}",
            ),
          ],
          confirm: "{{ parameters.service }} on {{ target.name }} is restarted to read the new credentials.",
          act: [
            task(
              "Store the new credentials",
              "Rotate the credentials where they are issued, and store the new value where the service reads it. Never paste it into this runbook. Complete this step when it is stored.",
            ),
            change("Restart the service", asRoot("systemctl restart -- {{ parameters.service }}")),
          ],
          check: [
            diagnosis("Check that it is active", "sleep 10 && systemctl is-active -- {{ parameters.service }}", {
              retries: 2,
            }),
          ],
          undo: "Keep the old credentials valid until the check is good; then revoke them.",
          advice: "Check the clock of the host: tokens fail when it is wrong.",
          verification: fewLogs("No login is refused", "401 OR 403 OR unauthorized", "{{ parameters.service }}"),
        },
      },
    ],
  },
];
