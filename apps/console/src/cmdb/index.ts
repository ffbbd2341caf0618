export { CriticalityBadge, counted } from "./badges.tsx";
export { ClassIcon } from "./classes.tsx";
export { ImpactLevel } from "./impact-level.tsx";
export { ItemLink } from "./item-name.tsx";
export { ItemSelect } from "./item-select.tsx";
export { ItemsPicker } from "./items-picker.tsx";
export { itemIdsIn, useImpact, useItemChanges, useItemIncidents, useItemNamed, useItemsByIds } from "./queries.ts";
