import type { Technology } from "./technologies.ts";

/** What a text calls something by name. Without `served`, there are no commands for it. */
interface NameRow {
  readonly label: string;
  /** In any case. Several words stand side by side. */
  readonly words: string;
  /** Words that mean something else in small letters. */
  readonly exact?: string;
  readonly served?: Technology;
  /** People mention it beside the failure, so it is meant only at the beginning of a line. */
  readonly tool?: true;
}

const table: readonly NameRow[] = [
  {
    label: "Linux",
    served: "linux",
    words: "linux|ubuntu|debian|rhel|centos|fedora|sles|rocky linux|almalinux|red hat",
  },
  { label: "systemd", served: "systemd", words: "systemd|systemctl|journalctl" },
  { label: "Docker", served: "docker", words: "docker|podman|dockerd" },
  {
    label: "Kubernetes",
    served: "kubernetes",
    words:
      "kubernetes|k8s|kubectl|kubelet|helm|eks|gke|aks|statefulset|statefulsets|daemonset|daemonsets|replicaset|configmap|configmaps|crashloopbackoff|imagepullbackoff|errimagepull|oomkilled|pvc|persistentvolumeclaim|cronjob",
  },
  { label: "OpenShift", served: "kubernetes", words: "openshift" },
  { label: "PostgreSQL", served: "postgresql", words: "postgresql|postgres|psql|pgbouncer|autovacuum|patroni" },
  { label: "MySQL", served: "mysql", words: "mysql|mysqld|innodb|percona" },
  { label: "MariaDB", served: "mysql", words: "mariadb|galera" },
  { label: "Redis", served: "redis", words: "redis|elasticache|memorydb" },
  { label: "Valkey", served: "redis", words: "valkey" },
  { label: "RabbitMQ", served: "rabbitmq", words: "rabbitmq" },
  { label: "Kafka", served: "kafka", words: "kafka|msk|redpanda" },
  { label: "OpenSearch", served: "opensearch", words: "opensearch" },
  { label: "Elasticsearch", served: "opensearch", words: "elasticsearch" },
  { label: "nginx", served: "nginx", words: "nginx|openresty" },
  { label: "HAProxy", served: "haproxy", words: "haproxy" },
  // Databases and stores.
  { label: "MongoDB", words: "mongodb|mongo|mongod|mongos|documentdb" },
  { label: "Oracle", words: "oracle db|oracle database|oracle rac|exadata", exact: "Oracle|ORA|ORACLE" },
  { label: "SQL Server", words: "sql server|mssql|sqlserver" },
  { label: "Db2", words: "db2" },
  { label: "SQLite", words: "sqlite" },
  { label: "Cassandra", words: "cassandra|scylladb" },
  { label: "Couchbase", words: "couchbase|couchdb" },
  { label: "CockroachDB", words: "cockroachdb" },
  { label: "ClickHouse", words: "clickhouse" },
  { label: "InfluxDB", words: "influxdb" },
  { label: "Neo4j", words: "neo4j" },
  { label: "Memcached", words: "memcached|memcache" },
  { label: "DynamoDB", words: "dynamodb" },
  { label: "Snowflake", words: "bigquery|redshift", exact: "Snowflake" },
  { label: "etcd", words: "etcd" },
  { label: "ZooKeeper", words: "zookeeper" },
  { label: "Consul", words: "hashicorp consul", exact: "Consul" },
  { label: "Vault", words: "hashicorp vault", exact: "Vault" },
  { label: "Ceph", words: "ceph" },
  { label: "MinIO", words: "minio" },
  { label: "Hadoop", words: "hadoop|hdfs|hbase" },
  { label: "Spark", words: "apache spark", exact: "Spark" },
  { label: "Flink", words: "flink" },
  { label: "Solr", words: "solr" },
  { label: "Teradata", words: "teradata" },
  { label: "Sybase", words: "sybase" },
  { label: "Informix", words: "informix" },
  { label: "Firebird", words: "firebird" },
  { label: "Greenplum", words: "greenplum" },
  { label: "Vertica", words: "vertica" },
  { label: "Trino", words: "trino|prestodb" },
  { label: "Aerospike", words: "aerospike" },
  { label: "Hazelcast", words: "hazelcast" },
  { label: "Cosmos DB", words: "cosmosdb|cosmos db" },
  { label: "Firestore", words: "firestore" },
  // Messaging.
  { label: "TIBCO", words: "tibco" },
  { label: "Solace", words: "solace" },
  { label: "HiveMQ", words: "hivemq|emqx" },
  { label: "Kinesis", words: "kinesis" },
  { label: "ActiveMQ", words: "activemq|artemis" },
  { label: "SQS", words: "sqs|amazon sqs" },
  { label: "NATS", words: "jetstream", exact: "NATS" },
  { label: "Pulsar", words: "apache pulsar", exact: "Pulsar" },
  { label: "IBM MQ", words: "ibm mq|websphere mq|mqseries" },
  { label: "Azure Service Bus", words: "azure service bus|eventhubs|event hubs" },
  { label: "Mosquitto", words: "mosquitto" },
  // Proxies and web servers.
  { label: "Apache", words: "httpd|apache2|apache http|maxrequestworkers", exact: "Apache httpd" },
  { label: "IIS", words: "w3wp", exact: "IIS" },
  { label: "Envoy", words: "envoy proxy|istio|istiod", exact: "Envoy" },
  { label: "Traefik", words: "traefik" },
  { label: "Varnish", words: "varnish|varnishd" },
  { label: "Caddy", words: "", exact: "Caddy" },
  { label: "Squid", words: "squid proxy", exact: "Squid" },
  { label: "Cloudflare", words: "cloudflare", tool: true },
  { label: "Akamai", words: "akamai", tool: true },
  // Systems.
  {
    label: "Windows",
    words:
      "windows server|windows service|windows host|windows machine|windows update|windows event|windows vm|windows 10|windows 11|powershell|wsus|event viewer",
    exact: "Windows",
  },
  {
    label: "Active Directory",
    words: "active directory|domain controller|domain controllers",
    exact: "AD",
  },
  {
    label: "Exchange",
    words: "exchange server|exchange online|outlook|microsoft 365|office 365",
    exact: "Exchange",
  },
  { label: "SharePoint", words: "sharepoint" },
  { label: "VMware", words: "vmware|esxi|vsphere|vcenter|vsan" },
  { label: "Hyper-V", words: "hyper v|hyperv" },
  { label: "Proxmox", words: "proxmox" },
  { label: "Citrix", words: "citrix|xenapp|netscaler" },
  { label: "Solaris", words: "solaris" },
  { label: "AIX", words: "aix" },
  { label: "HP-UX", words: "hp ux|hpux" },
  { label: "FreeBSD", words: "freebsd|openbsd" },
  { label: "macOS", words: "macos|mac os" },
  { label: "z/OS", words: "z os|mainframe|cics" },
  // Networks.
  { label: "BGP", words: "bgp" },
  { label: "OSPF", words: "ospf" },
  { label: "Cisco", words: "cisco|catalyst switch|nexus switch" },
  { label: "Juniper", words: "juniper|junos" },
  { label: "Arista", words: "arista" },
  { label: "FortiGate", words: "fortigate|fortinet|fortios" },
  { label: "Palo Alto", words: "palo alto|panos" },
  { label: "Check Point", words: "check point firewall|checkpoint firewall" },
  { label: "F5", words: "f5|big ip|bigip" },
  { label: "MikroTik", words: "mikrotik|routeros" },
  { label: "pfSense", words: "pfsense|opnsense" },
  { label: "SonicWall", words: "sonicwall|watchguard|sophos" },
  { label: "Meraki", words: "meraki" },
  { label: "Aruba", words: "aruba|ubiquiti|unifi" },
  { label: "Veeam", words: "veeam|commvault" },
  { label: "NetApp", words: "netapp|ontap" },
  // Applications and clouds.
  { label: "SAP", words: "sap hana|netweaver|abap|smq1|smq2", exact: "SAP" },
  { label: "Jenkins", words: "jenkins", tool: true },
  { label: "GitLab", words: "gitlab", tool: true },
  { label: "Jira", words: "jira|confluence", tool: true },
  { label: "AWS Lambda", words: "aws lambda|lambda function|lambda functions" },
  { label: "Azure Functions", words: "azure functions|azure function" },
  { label: "CloudFront", words: "cloudfront" },
  { label: "Keycloak", words: "keycloak" },
  { label: "Okta", words: "okta", tool: true },
  { label: "Salesforce", words: "salesforce", tool: true },
  { label: "ServiceNow", words: "servicenow", tool: true },
  { label: "Asterisk", words: "asterisk pbx|freepbx", exact: "Asterisk" },
  { label: "Splunk", words: "splunk", tool: true },
  { label: "Grafana", words: "grafana", tool: true },
  { label: "Nomad", words: "hashicorp nomad", exact: "Nomad" },
];

export interface Name {
  readonly label: string;
  readonly served: Technology | undefined;
}

/** The technologies that a text calls by name, in the order of the table. What follows "not" or "without" is not meant. */
export function namesIn(text: string): Name[] {
  const all = wordsOf(text);
  const beginning = wordsOf(
    text
      .split("\n")
      .map((line) => line.split(/\s+/).slice(0, maxBeginning).join(" "))
      .join("\n"),
  );
  return table.flatMap(({ label, words, exact = "", served, tool = false }) => {
    const { written, small } = tool ? beginning : all;
    const isNamed = stands(words, small, small) || stands(exact, written, small);
    return isNamed ? [{ label, served }] : [];
  });
}

const maxBeginning = 3;

function wordsOf(text: string): { written: readonly string[]; small: readonly string[] } {
  const written = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return { written, small: written.map((word) => word.toLowerCase()) };
}

/** One of the phrases stands in the words, and not after a negation. */
function stands(phrases: string, words: readonly string[], small: readonly string[]): boolean {
  return phrases.split("|").some((phrase) => {
    const [first, ...rest] = phrase.split(" ");
    return words.some(
      (word, at) =>
        word === first &&
        rest.every((next, step) => words[at + 1 + step] === next) &&
        !negations.has(small[at - 1] ?? ""),
    );
  });
}

const negations = new Set(["no", "not", "without"]);

/** Names that are one word although they have capitals inside. */
export const joinedNames: ReadonlySet<string> = new Set(
  table.flatMap(({ words }) => words.split("|")).filter((word) => word !== "" && !word.includes(" ")),
);
