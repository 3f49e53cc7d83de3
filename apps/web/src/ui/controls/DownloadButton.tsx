import iconsCss from "./icons.module.css";
/** Saves a text as a file. */
export function DownloadButton({
  text,
  name,
  label,
}: {
  readonly text: string | (() => string);
  readonly name: string;
  readonly label: string;
}) {
  const save = () => {
    const address = URL.createObjectURL(new Blob([typeof text === "string" ? text : text()], { type: "text/plain;charset=utf-8" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <button type="button" className="iconbtn" aria-label={label} title={label} onClick={save}>
      <svg className={`${iconsCss.icon} ${iconsCss.small}`} viewBox="0 0 14 14" aria-hidden="true">
        <path d="M7 1.500v7.500M3.800 6 7 9.200 10.200 6M2 12.500h10" />
      </svg>
    </button>
  );
}
