import { type FitViewOptions, useReactFlow, useStore } from "@xyflow/react";
import { useEffect, useRef } from "react";

/** Shows the whole graph again when the width of its frame changes, as when a phone is turned. */
export function Refit({ options }: { options: FitViewOptions }) {
  const { fitView } = useReactFlow();
  const width = useStore((state) => state.width);
  const fitted = useRef(0);
  useEffect(() => {
    // The first width is that of the first fit.
    if (width > 0 && fitted.current > 0 && fitted.current !== width) void fitView(options);
    fitted.current = width;
  }, [width, fitView, options]);
  return null;
}
