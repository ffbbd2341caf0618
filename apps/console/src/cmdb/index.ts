export { CriticalityBadge, counted } from "./badges.tsx";
export { ClassIcon, useClassChoice } from "./classes.tsx";
export { ImpactLevel } from "./impact-level.tsx";
export { ItemLink } from "./item-name.tsx";
export { ItemSelect } from "./item-select.tsx";
export { ItemsPicker } from "./items-picker.tsx";
export {
  itemIdsIn,
  useImpact,
  useItemChanges,
  useItemIncidents,
  useItemNamed,
  useItemSearch,
  useItemsByIds,
} from "./queries.ts";
