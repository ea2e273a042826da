/** The text with everything between quotation marks left out; an apostrophe is none. */
export function withoutQuotes(text: string): string {
  return text.replace(/"[^"]*"|“[^”]*”|「[^」]*」|『[^』]*』|«[^»]*»|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])/gu, " ");
}
