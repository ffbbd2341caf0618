import { Type } from "typebox";
import { inputs, limit, queryRange, range, words } from "./inputs.ts";
import { pages } from "./links.ts";
import { tool } from "./tool.ts";

export const networkTools = {
  topTalkers: tool({
    access: "observability:read",
    module: "netflow",
    name: "top_talkers",
    description: "The addresses or protocols with most network traffic in a range, with bytes, packets and flows.",
    input: inputs({ ...range, by: Type.Optional(words(["src_ip", "dst_ip", "protocol"])), limit: limit(20) }),
    read: async ({ reads, cite, now }, { by = "src_ip", limit: most = 5, ...input }) => {
      const window = queryRange(input, now, 24);
      const talkers = await reads.netflow.topTalkers({ query: { ...window, group_by: by, limit: most } });
      const { summary } = await reads.netflow.list({ query: { ...window, limit: 1 } });
      return {
        ...{ ...window, by, talkers, totals: summary.totals },
        citation: cite("network", "Network", pages.network(window)),
      };
    },
  }),
};
