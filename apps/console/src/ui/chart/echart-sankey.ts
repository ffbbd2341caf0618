import { SankeyChart } from "echarts/charts";
import { use } from "echarts/core";

use([SankeyChart]);
