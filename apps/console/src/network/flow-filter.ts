/** The filters of flows, by their names in the address and in the API. */
export const filterNames = ["protocol", "src_ip", "dst_ip", "dst_port"] as const;
export type FilterName = (typeof filterNames)[number];
export type FlowSearch = { [N in FilterName]?: string | undefined };

export const filterWords: Record<FilterName, string> = {
  protocol: "Protocol",
  src_ip: "Source",
  dst_ip: "Destination",
  dst_port: "Port",
};

export const filterHints: Record<FilterName, string> = {
  protocol: "tcp, udp, icmp or a number",
  src_ip: "10.1.2.3 or 10.0.0.0/8",
  dst_ip: "10.1.2.3 or 10.0.0.0/8",
  dst_port: "443",
};

/** The filters as the API takes them. A port that is no number is left out; `filterProblem` names it. */
export function apiFilter({ protocol, src_ip, dst_ip, dst_port }: FlowSearch) {
  return {
    ...(protocol ? { protocol } : {}),
    ...(src_ip ? { src_ip } : {}),
    ...(dst_ip ? { dst_ip } : {}),
    ...(dst_port && isPort(dst_port) ? { dst_port: Number(dst_port) } : {}),
  };
}

/** The problem of the filters that the server would not see. */
export function filterProblem({ dst_port }: FlowSearch): string | undefined {
  if (!dst_port || isPort(dst_port)) return undefined;
  return `"${dst_port.slice(0, 20)}" is not a port. All ports are shown.`;
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
}
