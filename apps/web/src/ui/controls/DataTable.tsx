import { Fragment, type HTMLAttributes, type ReactNode, type RefObject } from "react";
import { classes } from "../theme/classes.ts";
import css from "./data-table.module.css";

/** A column has a fixed place in its table. */
export interface Column<Row> {
  readonly head?: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Class of the head and of the cells. */
  readonly className?: string | undefined;
  /** Tooltip of the head. */
  readonly title?: string;
  /** The cell is the head of its row. */
  readonly isRowHead?: boolean;
  /** Rows that the cell spans; 0 if a cell above spans this row. */
  readonly rowSpan?: (row: Row) => number;
  /** Decoration: other columns state the same. */
  readonly isHidden?: boolean;
  /** A narrow table omits the column. */
  readonly isWide?: boolean;
}

interface DataTableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Unique among the rows. */
  readonly keyOf: (row: Row) => string;
  readonly rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement> & { readonly [name: `data-${string}`]: unknown };
  readonly caption?: ReactNode;
  /** The name of a table without a caption. */
  readonly label?: string;
  readonly className?: string | undefined;
  /** Scrolls horizontally instead of breaking words. */
  readonly isScrolled?: boolean;
  /** If the table is narrow, each row is laid out as a block. The style of a cell can repeat its head: `data-head`. */
  readonly isStacked?: boolean;
  /** Rows that follow a row and continue it. */
  readonly rowsAfter?: (row: Row) => ReactNode;
  readonly body?: RefObject<HTMLTableSectionElement | null>;
  /** Further rows. */
  readonly children?: ReactNode;
}

/** A table whose columns state the content of their cells. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, keyOf, rowProps, rowsAfter, caption, label, className, isScrolled, isStacked, body, children } = props;
  // Elements that are laid out as blocks lose the roles of a table.
  const role = (name: string) => (isStacked ? { role: name } : undefined);
  const cellProps = ({ className, isWide, isHidden }: Column<Row>) => ({
    className: classes(className, isWide && css.wide) || undefined,
    "aria-hidden": isHidden,
  });
  return (
    <div className={classes(css.frame, isScrolled && css.scrolled)} data-wide={isScrolled}>
      <table className={classes(css.table, isStacked && css.stacked, className)} aria-label={label} {...role("table")}>
        {caption === undefined ? null : <caption>{caption}</caption>}
        <thead {...role("rowgroup")}>
          <tr {...role("row")}>
            {columns.map((column, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column has a fixed place
              <th key={at} scope="col" title={column.title} {...cellProps(column)} {...role("columnheader")}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} {...role("rowgroup")}>
          {rows.map((row) => (
            <Fragment key={keyOf(row)}>
              <tr {...role("row")} {...rowProps?.(row)}>
                {columns.map((column, at) => {
                  const { isRowHead = false, cell, rowSpan, head } = column;
                  const repeated = isStacked && !isRowHead && typeof head === "string" ? head : undefined;
                  const span = rowSpan?.(row);
                  const Cell = isRowHead ? "th" : "td";
                  const scope = isRowHead ? { scope: "row", ...role("rowheader") } : role("cell");
                  return span === 0 ? null : (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column has a fixed place
                    <Cell key={at} rowSpan={span} data-head={repeated} {...cellProps(column)} {...scope}>
                      {cell(row)}
                    </Cell>
                  );
                })}
              </tr>
              {rowsAfter?.(row)}
            </Fragment>
          ))}
          {children}
        </tbody>
      </table>
    </div>
  );
}
