import { createRootRoute } from "@tanstack/react-router";

/** The parent of every feature's routes. The app gives it its frame. */
export const root = createRootRoute();
