/** A name as it is sorted and searched: in lower case, without accents. */
export const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
