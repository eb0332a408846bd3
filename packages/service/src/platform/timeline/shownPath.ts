import { pathWords } from "@embedded-super/http-manners"

/** A path of a call to the service: its words and ids alone, because a caller may have typed the rest. */
export const shownPath = (path: string): string => pathWords(path, "words_and_ids", "…")

/** The path of a partner's webhook address: its words only, because an id in it is often the key to it. */
export const webhookPath = (url: string): string => pathWords(URL.parse(url)?.pathname ?? "/", "words", "…")
