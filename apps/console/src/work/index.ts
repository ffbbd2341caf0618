export { WorkNotice } from "./work-notice.tsx";
