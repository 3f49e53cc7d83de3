import { FilledIcon } from "../../ui/controls/FilledIcon.tsx";

export const SaveIcon = () => (
  <FilledIcon d="M7.250 2h1.500v6.200l2.200-2.200 1.100 1.100L8 11.100 3.950 7.100 5.050 6l2.200 2.200zM3 12.500h10V14H3z" />
);
export const PictureIcon = () => (
  <FilledIcon d="M2 3h12v10H2zM3.400 4.400v7.200h9.200V4.400zM4.400 10.600l2.400-3.200 1.800 2.200 1.400-1.600 1.800 2.600z" />
);
