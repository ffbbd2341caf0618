/** A graph that is read and never edited. Scrolling the page over it does not zoom. */
export const readOnlyFlow = {
  maxZoom: 2,
  fitView: true,
  onlyRenderVisibleElements: true,
  nodesDraggable: false,
  nodesConnectable: false,
  elementsSelectable: false,
  nodesFocusable: true,
  edgesFocusable: false,
  zoomOnScroll: false,
  zoomOnDoubleClick: false,
  preventScrolling: false,
  deleteKeyCode: null,
  selectionKeyCode: null,
  panActivationKeyCode: null,
} as const;

/** The labels for screen readers. `keys` says what the keys do on a node. */
export function flowLabels(keys: string) {
  return {
    "node.a11yDescription.default": keys,
    "node.a11yDescription.keyboardDisabled": keys,
    "controls.ariaLabel": "Zoom",
    "controls.zoomIn.ariaLabel": "Zoom in",
    "controls.zoomOut.ariaLabel": "Zoom out",
    "controls.fitView.ariaLabel": "Show the whole graph",
    "minimap.ariaLabel": "Map of the graph",
  };
}

/** The id of the node that an event is about. */
export function nodeIdOf(target: EventTarget): string | undefined {
  const node = target instanceof Element ? target.closest(".react-flow__node") : null;
  return node?.getAttribute("data-id") ?? undefined;
}
