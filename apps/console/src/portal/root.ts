import { createRootRoute } from "@tanstack/react-router";

/** The parent of every page of the portal. The router gives it its frame. */
export const root = createRootRoute();
