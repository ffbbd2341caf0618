import { edgesOf } from "@opsplane/automation";
import type { RunStep, WorkflowEdge, WorkflowStep } from "@opsplane/contract";
import { MarkerType, Position } from "@xyflow/react";
import { runStepLooks } from "../../records/run-status.tsx";
import { type Position as NodePosition, nodeSize } from "../../ui/graph/layout.ts";
import { type Problem, problemsUnder, type Selection } from "../draft/problems.ts";
import { stepTypeWords } from "../words.ts";
import type { StepEdgeOf } from "./step-edge.tsx";
import type { StepNodeOf } from "./step-node.tsx";
import { type RunbookNames, summaryOf, titleOf } from "./summary.ts";

interface Graph {
  steps: WorkflowStep[];
  edges: WorkflowEdge[];
}

interface Drawn {
  places: ReadonlyMap<string, NodePosition>;
  problems: readonly Problem[];
  selected: Selection;
  runbooks: RunbookNames;
  isEditable: boolean;
  /** The steps of a run by id. */
  states?: ReadonlyMap<string, RunStep>;
}

// Handles and sizes are given, not only measured, so that edges are drawn at once.
const size = { width: 1, height: 1 };
const middle = nodeSize.width / 2;
const inlet = { type: "target" as const, position: Position.Top, x: middle, y: 0, ...size };
const outlet = (x: number, id?: string) => ({
  ...{ type: "source" as const, position: Position.Bottom, x, y: nodeSize.height, ...size },
  ...(id ? { id } : {}),
});
const plainEnds = [inlet, outlet(middle)];
const branchEnds = (left: Branch, right: Branch) => [
  inlet,
  outlet(middle / 2, left),
  outlet(middle, "always"),
  outlet(middle * 1.5, right),
];

export function nodesOf(graph: Graph, drawn: Drawn): StepNodeOf[] {
  const { places, problems, selected, runbooks, isEditable, states } = drawn;
  return graph.steps.map((step, index) => {
    const [first, ...more] = problemsUnder(problems, `steps.${index}`);
    const state = states?.get(step.id);
    const title = titleOf(step, runbooks);
    const branches = branchesOf(step, graph, places);
    return {
      id: step.id,
      type: "step",
      position: places.get(step.id) ?? { x: 0, y: 0 },
      ...nodeSize,
      measured: nodeSize,
      handles: step.type === "condition" ? branchEnds(...branches) : plainEnds,
      selected: selected.kind === "step" && selected.id === step.id,
      ariaLabel: [
        `${stepTypeWords[step.type]}: ${title}`,
        ...(state ? [runStepLooks[state.status].word] : []),
        ...(first ? [more.length > 0 ? `${more.length + 1} problems` : first.message] : []),
      ].join(". "),
      data: { step, title, about: summaryOf(step, runbooks), problem: first?.message, state, isEditable, branches },
    };
  });
}

export type Branch = "true" | "false";

/** The branches of a condition from left to right, in the order of the steps that they lead to, so that they do not cross. */
export function branchesOf({ id }: WorkflowStep, { edges }: Graph, places: Drawn["places"]): [Branch, Branch] {
  const middleOf = (branch: Branch) => {
    const reached = edges.filter(({ from, condition }) => from === id && condition?.trim() === branch);
    const xs = reached.flatMap(({ to }) => places.get(to)?.x ?? []);
    return xs.reduce((sum, x) => sum + x, 0) / xs.length;
  };
  // With no step on one side, the comparison with NaN is false.
  return middleOf("true") > middleOf("false") ? ["false", "true"] : ["true", "false"];
}

const maxWords = 30;
// A thicker edge has the same arrow.
const arrow = { type: MarkerType.ArrowClosed, markerUnits: "userSpaceOnUse", width: 18, height: 18 };

export function flowEdgesOf(
  graph: Graph,
  { problems, selected, runbooks, isEditable }: Drawn,
  isTaken: (edge: WorkflowEdge) => boolean | undefined = () => undefined,
): StepEdgeOf[] {
  const byId = new Map(graph.steps.map((step) => [step.id, step]));
  return edgesOf(graph).flatMap((edge, index) => {
    const [source, target] = [byId.get(edge.from), byId.get(edge.to)];
    if (!source || !target) return [];
    const condition = edge.condition?.trim() ?? "";
    const way = `From ${titleOf(source, runbooks)} to ${titleOf(target, runbooks)}`;
    const taken = isTaken(edge);
    const took = taken === undefined ? "" : taken ? ". Taken" : ". Not taken";
    return [
      {
        id: `edge-${index}`,
        type: "step" as const,
        source: edge.from,
        target: edge.to,
        sourceHandle: source.type === "condition" ? branchOf(condition) : null,
        selected: selected.kind === "edge" && selected.index === index,
        deletable: isEditable,
        ariaLabel: `${way}${condition ? `, when ${condition}` : ""}${took}`,
        markerEnd: arrow,
        data: {
          index,
          words: condition.length > maxWords ? `${condition.slice(0, maxWords)}…` : condition,
          problem: problemsUnder(problems, `edges.${index}`)[0]?.message,
          isImplied: graph.edges.length === 0,
          isTaken: taken,
        },
      },
    ];
  });
}

function branchOf(condition: string): string {
  return condition === "true" || condition === "false" ? condition : "always";
}
