// Writes the page of the audit (docs/audit.md) from its words, in one language.
type Texts = Readonly<Record<string, string>>;

/** The words of one language. The Chinese ones have the same keys. */
interface AuditPageWords {
  readonly title: string;
  readonly intro: string;
  readonly generated: string;
  readonly criticalTitle: string;
  readonly critical: string;
  readonly found: string;
  readonly meaning: string;
  readonly severity: string;
  readonly remedy: string;
  readonly colon: string;
  readonly checks: Readonly<Record<string, Texts>>;
}

/** Returns the page as Markdown. The heading of an entry is its check, so that its anchor is the check in lower
 *  case. */
export function auditPage(words: AuditPageWords): string {
  const { title, intro, generated, criticalTitle, critical, colon, checks } = words;
  const line = (label: string, text = "") => `- **${label}**${colon}${text}`;
  const entries = Object.entries(checks).map(([check, texts]) =>
    [
      `## ${check}`,
      "",
      line(words.found, texts.title),
      line(words.meaning, texts.meaning),
      line(words.severity, texts.severity),
      line(words.remedy, texts.remedy),
    ].join("\n"),
  );
  return `${[`# ${title}`, intro, generated, ...entries, `## ${criticalTitle}`, critical].join("\n\n")}\n`;
}
