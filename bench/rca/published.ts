/** Figures of publications on the whole sets, at the level of services. */
export const published = [
  {
    set: "petshop",
    rows: [
      { name: "anomaly traversal on the call graph", top1: 0.654, top3: 0.827 },
      { name: "median/IQR deviation of all metrics", top1: 0.15, top3: 0.28 },
    ],
  },
  {
    set: "nezha-tt",
    rows: [
      { name: "Nezha", top1: 0.867, top3: 0.978 },
      { name: "MicroRCA", top1: 0.2, top3: 0.311 },
      { name: "MicroScope", top1: 0.178, top3: 0.267 },
      { name: "PDiagnose", top1: 0.089, top3: 0.133 },
    ],
  },
  {
    set: "nezha-ob",
    rows: [
      { name: "Nezha", top1: 0.929, top3: 0.964 },
      { name: "PDiagnose", top1: 0.411, top3: 0.732 },
      { name: "MicroRank", top1: 0.411, top3: 0.482 },
    ],
  },
] as const;
