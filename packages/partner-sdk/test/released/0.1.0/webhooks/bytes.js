const encoder = new TextEncoder();
/** Bytes of a text, or a copy of bytes, in memory of their own. */
export const bytesOf = (body) => typeof body === "string" ? encoder.encode(body) : new Uint8Array(body);
/** Decodes base64; undefined where it isn't. */
export const bytesOfBase64 = (text) => {
    try {
        return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    }
    catch {
        return undefined;
    }
};
/** One after the other. */
export const joined = (first, second) => {
    const all = new Uint8Array(first.length + second.length);
    all.set(first);
    all.set(second, first.length);
    return all;
};
