import { asRoot, change, diagnosis } from "../../library/parts.ts";
import { type FailureMode, fewLogs, metric, task } from "../mode.ts";
import { kubectl, namespace, number, peer, peerPort, service, wordParameter } from "../parameters.ts";

const link = wordParameter("interface", "The network interface", {
  default: "eth0",
  required: false,
  pattern: "[A-Za-z0-9][A-Za-z0-9._-]{0,14}",
});
const reach = diagnosis(
  "Open a connection",
  "curl -sS -o /dev/null --max-time 10 -w 'connect %{time_connect} s, total %{time_total} s\\n' \"telnet://{{ parameters.peer }}:{{ parameters.peer_port }}\" </dev/null || true",
);

/** What fails between machines: packets, ports, addresses, balancers. */
export const networkModes: readonly FailureMode[] = [
  {
    key: "packet-loss",
    name: "Packet loss or network partition",
    summary: "Packets between hosts are lost, or parts of the network cannot reach each other.",
    when: "Connections between hosts time out or are slow, pings are lost, or a site or rack is unreachable.",
    cues: [
      [
        5,
        '"packet loss"',
        "packets lost|dropped|drop|loss",
        "network partition|split",
        "retransmit|retransmission",
        "link down|flap|flapping",
        "ping loss|fail|lost|timeout",
        "no route",
        "unreachable network|host|site|rack|subnet",
      ],
      [
        3,
        "@net @down|unreachable|loss|unstable|flap|outage|slow",
        "routing|bgp|firewall|switch|uplink",
        "can not reach other|rack|datacenter|site|region|zone",
        "connection|connections timeout between",
        "jitter",
      ],
      [1, "network|vpn|packet"],
    ],
    ci_classes: ["network_device", "firewall", "server"],
    recipes: [
      {
        technology: "linux",
        steps: {
          parameters: [peer, peerPort, link],
          lock: "network:{{ target.name }}",
          look: [
            diagnosis("Measure loss", "ping -n -c 20 -i 0.3 -W 2 {{ parameters.peer }} || true", {
              timeout_seconds: 90,
            }),
            diagnosis(
              "Show the path",
              "if command -v mtr >/dev/null 2>&1; then mtr --report --report-cycles 10 --no-dns {{ parameters.peer }}; else traceroute -n -w 2 {{ parameters.peer }} 2>/dev/null || ip route get {{ parameters.peer }}; fi",
              { timeout_seconds: 120 },
            ),
            diagnosis("Show errors of the interface", "ip -s -s link show dev {{ parameters.interface }}"),
            diagnosis("Show routes and neighbours", "ip route; ip neigh | head -n 30"),
            reach,
          ],
          act: [
            task(
              "Repair the path",
              "Use the measurements: loss on the first hop points to the cable, the port or the host; loss further on points to the network or a provider. Move traffic to another path or fail over the link. Complete this step when it is done.",
            ),
          ],
          check: [
            diagnosis("Measure loss afterwards", "ping -n -c 20 -i 0.3 -W 2 {{ parameters.peer }}", {
              timeout_seconds: 90,
              retries: 2,
              retry_delay_seconds: 30,
            }),
          ],
          undo: "Move traffic back to the first path when it has been stable. The runbook itself only reads.",
          advice: "Hand the measurements to the owner of the network or the provider.",
          verification: metric(
            "The interface drops no packets",
            "system.network.dropped",
            "host.name={{ target.name }}",
            { agg: "increase", operator: "<", threshold: 100, when_empty: "pass" },
          ),
        },
      },
    ],
  },
  {
    key: "mtu",
    name: "Packets are too large (MTU)",
    summary: "Large packets are dropped because a part of the path has a smaller MTU.",
    when: "Small requests work but large ones hang, often through a VPN or a tunnel.",
    cues: [
      [5, "mtu", "fragmentation|fragmented|fragment", "mss", "jumbo", '"df bit"'],
      [
        3,
        "large|big|huge request|upload|response|transfer|payload|file|packet hang|stall|fail|timeout|never|stick",
        "small|tiny work|fine|pass|ok|through",
      ],
      [2, "vpn|tunnel|overlay|vxlan hang|large|stall|big"],
    ],
    ci_classes: ["network_device", "firewall", "server"],
    recipes: [
      {
        technology: "linux",
        steps: {
          parameters: [peer, link, number("mtu", "The MTU that fits the path", 1400, 576, 9000)],
          lock: "network:{{ target.name }}:{{ parameters.interface }}",
          look: [
            diagnosis("Show the current MTU", "ip link show dev {{ parameters.interface }}"),
            diagnosis(
              "Find the MTU of the path",
              'for size in 1472 1452 1432 1412 1392 1372 1352 1272; do if ping -n -c 1 -W 2 -M do -s "$size" {{ parameters.peer }} >/dev/null 2>&1; then echo "packets of $size bytes pass"; break; else echo "packets of $size bytes are lost"; fi; done',
              { timeout_seconds: 90 },
            ),
            diagnosis(
              "Show tunnels",
              "ip -d link show | grep -E 'mtu|vxlan|gre|wireguard|ipip|tun' | head -n 40 || true",
            ),
          ],
          confirm:
            "The MTU of {{ parameters.interface }} on {{ target.name }} becomes {{ parameters.mtu }} until the next boot.",
          act: [
            change("Set the MTU", asRoot("ip link set dev {{ parameters.interface }} mtu {{ parameters.mtu }}"), {
              timeout_seconds: 30,
              safe_to_repeat: true,
            }),
          ],
          check: [diagnosis("Reach the other end", "ping -n -c 5 -W 2 {{ parameters.peer }}", { timeout_seconds: 60 })],
          undo: "Set the MTU of the first step again with `ip link set dev INTERFACE mtu VALUE`. A boot also resets it.",
          rollback: [
            change("Set the usual MTU", asRoot("ip link set dev {{ parameters.interface }} mtu 1500"), {
              timeout_seconds: 30,
              safe_to_repeat: true,
              continue_on_failure: true,
            }),
          ],
          advice: "Let the tunnel clamp the MSS, and allow ICMP “fragmentation needed” in firewalls.",
          verification: fewLogs(
            "Few timeouts are logged",
            '(timeout OR "timed out") host:"{{ target.name }}"',
            undefined,
            10,
          ),
        },
      },
    ],
  },
  {
    key: "port-exhaustion",
    name: "Ports or connection tracking exhausted",
    summary: "A host has no free local ports, or its table of tracked connections is full.",
    when: "Connections fail with “cannot assign requested address”, or the kernel logs “nf_conntrack: table full”.",
    cues: [
      [
        5,
        "conntrack",
        "ephemeral port",
        "port exhaustion|exhausted",
        '"cannot assign requested address"',
        '"can not assign requested address"',
        "eaddrnotavail",
        "time wait",
        "snat|nat table|gateway|port",
      ],
      [
        3,
        "sockets time_wait|wait|state|pile",
        "table full dropping",
        "local|source|outbound|outgoing ports|connections run|left|out",
      ],
    ],
    ci_classes: ["server", "virtual_machine", "firewall", "load_balancer"],
    recipes: [
      {
        technology: "linux",
        steps: {
          parameters: [number("conntrack_max", "The new size of the table of connections", 524_288, 65_536, 4_194_304)],
          lock: "network:{{ target.name }}",
          look: [
            diagnosis("Count connections by state", "ss -tan | awk 'NR > 1 { print $1 }' | sort | uniq -c | sort -rn"),
            diagnosis(
              "Show the limits",
              "cat /proc/sys/net/ipv4/ip_local_port_range /proc/sys/net/ipv4/tcp_tw_reuse; cat /proc/sys/net/netfilter/nf_conntrack_count /proc/sys/net/netfilter/nf_conntrack_max 2>/dev/null || true",
            ),
            diagnosis(
              "Find the busiest destinations",
              "ss -tan | awk 'NR > 1 { print $5 }' | sort | uniq -c | sort -rn | head -n 15",
            ),
            diagnosis("Find dropped packets", "dmesg 2>/dev/null | grep -i conntrack | tail -n 10 || true"),
          ],
          confirm:
            "On {{ target.name }} more local ports are allowed, and the table of connections gets {{ parameters.conntrack_max }} places, until the next boot.",
          act: [
            change(
              "Allow more local ports",
              asRoot("sysctl -w net.ipv4.ip_local_port_range='10240 65535' net.ipv4.tcp_tw_reuse=1"),
              { timeout_seconds: 30, safe_to_repeat: true },
            ),
            change(
              "Enlarge the table of connections",
              `if [ -e /proc/sys/net/netfilter/nf_conntrack_max ]; then ${asRoot('sysctl -w "net.netfilter.nf_conntrack_max={{ parameters.conntrack_max }}"')}; fi`,
              { timeout_seconds: 30, safe_to_repeat: true },
            ),
          ],
          check: [diagnosis("Count connections afterwards", "ss -s")],
          undo: "Both settings return to their values at the next boot. `sysctl -w` with the values of the second step undoes them earlier.",
          rollback: [
            change("Set the usual port range", asRoot("sysctl -w net.ipv4.ip_local_port_range='32768 60999'"), {
              timeout_seconds: 30,
              safe_to_repeat: true,
              continue_on_failure: true,
            }),
          ],
          advice: "Let the client keep connections open instead of opening one for each request.",
          verification: fewLogs(
            "No connection fails for lack of ports",
            '("cannot assign requested address" OR "conntrack" OR EADDRNOTAVAIL) host:"{{ target.name }}"',
          ),
        },
      },
    ],
  },
  {
    key: "unhealthy-targets",
    name: "Load balancer has no healthy targets",
    summary: "A load balancer takes servers out because their health checks fail.",
    when: "Clients get 502, 503 or 504, and the load balancer marks servers as down.",
    cues: [
      [
        5,
        "unhealthy target|backend|host|instance|node",
        "healthy target|backend|upstream|host none|no|zero|drop",
        "no live upstreams",
        '"bad gateway"',
        "502|504",
        "health check|checks balancer|lb|fail target|pool|rotation",
      ],
      [
        3,
        "@lb @down|503|drain|empty|reject|error",
        "target group",
        "upstream timeout|prematurely|connect|refused",
        "gateway timeout",
      ],
      [1.5, "balancer|haproxy", "nginx"],
    ],
    ci_classes: ["load_balancer", "website", "application"],
    recipes: [
      {
        technology: "nginx",
        steps: {
          parameters: [peer, peerPort, service],
          lock: "service:{{ target.name }}:{{ parameters.service }}",
          look: [
            diagnosis(
              "Show errors of nginx",
              "tail -n 60 /var/log/nginx/error.log 2>/dev/null || journalctl --no-pager --lines=60 --unit=nginx",
            ),
            diagnosis("Show the upstreams", "nginx -T 2>/dev/null | grep -E -A8 '^ *upstream' | head -n 60 || true"),
            reach,
            diagnosis(
              "Show the service behind it",
              "systemctl status --no-pager --lines=30 -- {{ parameters.service }} || true",
            ),
          ],
          confirm:
            "{{ parameters.service }} on {{ target.name }} is restarted, so that health checks can succeed again.",
          act: [change("Restart the service behind it", asRoot("systemctl restart -- {{ parameters.service }}"))],
          check: [
            diagnosis("Check that it is active", "sleep 10 && systemctl is-active -- {{ parameters.service }}", {
              retries: 2,
            }),
          ],
          undo: "A restart cannot be undone. nginx uses a server again as soon as it answers.",
          advice: "Take the broken server out of the upstream, so that clients reach the healthy ones.",
          verification: fewLogs(
            "nginx reports no failed upstream",
            '("upstream" OR "bad gateway" OR 502 OR 504) level:>=error',
            undefined,
            5,
          ),
        },
      },
      {
        technology: "haproxy",
        steps: {
          parameters: [
            wordParameter("backend", "The backend in HAProxy"),
            wordParameter("server_name", "The server in the backend"),
          ],
          lock: "haproxy:{{ target.name }}:{{ parameters.backend }}",
          look: [
            diagnosis(
              "Show the servers",
              `printf 'show servers state %s\\n' {{ parameters.backend }} | ${asRoot("socat stdio /run/haproxy/admin.sock")}`,
            ),
            diagnosis("Show errors of HAProxy", "journalctl --no-pager --lines=60 --unit=haproxy"),
          ],
          confirm: "{{ parameters.server_name }} is taken out of {{ parameters.backend }}. Open sessions may finish.",
          act: [
            change(
              "Take the server out",
              `printf 'set server %s/%s state drain\\n' {{ parameters.backend }} {{ parameters.server_name }} | ${asRoot("socat stdio /run/haproxy/admin.sock")}`,
              { timeout_seconds: 30, safe_to_repeat: true },
            ),
          ],
          check: [
            diagnosis(
              "Show the servers afterwards",
              `printf 'show servers state %s\\n' {{ parameters.backend }} | ${asRoot("socat stdio /run/haproxy/admin.sock")}`,
            ),
          ],
          undo: "`set server BACKEND/SERVER state ready` lets the server take requests again.",
          rollback: [
            change(
              "Let the server take requests again",
              `printf 'set server %s/%s state ready\\n' {{ parameters.backend }} {{ parameters.server_name }} | ${asRoot("socat stdio /run/haproxy/admin.sock")}`,
              { timeout_seconds: 30, safe_to_repeat: true, continue_on_failure: true },
            ),
          ],
          advice: "If all servers are down, repair one first; do not take out the last one.",
          verification: metric(
            "Clients get few server errors",
            "haproxy.requests.errors",
            "haproxy.proxy_name={{ parameters.backend }}",
            { agg: "increase", operator: "<", threshold: 10, when_empty: "pass" },
          ),
        },
      },
      {
        technology: "kubernetes",
        steps: {
          parameters: [
            namespace,
            wordParameter("service_object", "The Service", { pattern: "[a-z0-9][a-z0-9.-]{0,252}" }),
          ],
          lock: "kubernetes:{{ parameters.namespace }}:{{ parameters.service_object }}",
          look: [
            diagnosis(
              "Show the endpoints",
              kubectl('get endpointslices -l "kubernetes.io/service-name={{ parameters.service_object }}" -o wide'),
            ),
            diagnosis("Show the Service", kubectl("describe service {{ parameters.service_object }}")),
            diagnosis("Show the pods", kubectl("get pods -o wide | tail -n 30")),
            diagnosis(
              "Show failed probes",
              kubectl("get events --sort-by=.lastTimestamp | grep -iE 'unhealthy|probe' | tail -n 20 || true"),
            ),
          ],
          act: [
            task(
              "Make a pod ready",
              "If no pod matches the selector of {{ parameters.service_object }}, correct the labels. If probes fail, read the messages of the pods and correct the cause or the probe. Complete this step when the Service has endpoints.",
            ),
          ],
          check: [
            diagnosis(
              "Show the endpoints afterwards",
              kubectl('get endpointslices -l "kubernetes.io/service-name={{ parameters.service_object }}" -o wide'),
            ),
          ],
          undo: "Apply the earlier labels or probe again. The runbook itself only reads.",
          advice: "Roll back the last version when its pods never became ready.",
          verification: fewLogs("Few server errors are logged", "502 OR 503 OR 504", undefined, 10),
        },
      },
    ],
  },
  {
    key: "dhcp-exhaustion",
    name: "No addresses left (DHCP)",
    summary: "The DHCP server has no free addresses, so that machines cannot join the network.",
    when: "New machines or phones get no address, or only a 169.254 one.",
    cues: [
      [
        5,
        "dhcp",
        "lease|leases address|pool|ip|exhausted",
        "169.254|apipa",
        "address|ip pool exhausted|full|out|scope",
      ],
      [3, "new|phones|laptops|devices|machines no|get|obtain address|ip"],
    ],
    ci_classes: ["network_device", "server"],
    recipes: [
      {
        technology: "linux",
        steps: {
          parameters: [],
          lock: "dhcp:{{ target.name }}",
          look: [
            diagnosis(
              "Show the server",
              "systemctl status --no-pager --lines=20 isc-dhcp-server kea-dhcp4-server dnsmasq 2>/dev/null || true",
            ),
            diagnosis(
              "Show failed requests",
              "journalctl --no-pager --since=-1h -u isc-dhcp-server -u kea-dhcp4-server -u dnsmasq 2>/dev/null | grep -iE 'no free|exhaust|no address|fail' | tail -n 20 || true",
            ),
            diagnosis(
              "Count leases",
              "grep -c '^lease' /var/lib/dhcp/dhcpd.leases 2>/dev/null; wc -l /var/lib/kea/*.csv /var/lib/misc/dnsmasq.leases 2>/dev/null || true",
            ),
          ],
          act: [
            task(
              "Free addresses",
              "Shorten the lease time or widen the range of the scope in the configuration of the DHCP server, then reload it. Look for a device that asks for many addresses. Complete this step when new devices get an address.",
            ),
          ],
          check: [
            diagnosis(
              "Show failed requests afterwards",
              "journalctl --no-pager --since=-5min -u isc-dhcp-server -u kea-dhcp4-server -u dnsmasq 2>/dev/null | grep -iE 'no free|exhaust|no address' | tail -n 20 || true",
            ),
          ],
          undo: "Put the earlier range and lease time back and reload the server. The runbook itself only reads.",
          advice: "Add a second scope or subnet.",
          verification: fewLogs(
            "No request for an address fails",
            '"no free leases" OR "no free addresses" OR "pool exhausted"',
          ),
        },
      },
    ],
  },
];
