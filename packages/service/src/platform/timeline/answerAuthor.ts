import type { Author } from "@embedded-super/workbench/content/maskedMessage"

/** Who wrote the answer of an entry that the service noted: the service, if it received the call. */
export const answerAuthor = (kind: string): Author => (kind === "call_received" ? "this_program" : "another")
