export const script = ""
