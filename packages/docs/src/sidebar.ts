export const sidebar = [{ label: "Start", items: ["start/first-call-and-webhook", "errors", "reference/events", "reference/issue-kinds", "reference/files", "reference/requirements", "changelog"] }]
