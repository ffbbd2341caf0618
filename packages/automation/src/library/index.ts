export const libraryRunbooks: readonly { key: string; content: import("@opsplane/contract").RunbookContent }[] = [];
