/**
 * Descriptions that name a technology, written before the recipes and the technologies were read. A draft serves the one that is named or says
 * by name that it cannot; in no case has it commands of another one. `values` are those that the text names: they are filled in where the draft
 * asks for them.
 */
export interface NamedCase {
  readonly text: string;
  /** As people spell it in the draft's notes. */
  readonly names: string;
  readonly values?: readonly string[];
}

export const namedCases: readonly NamedCase[] = [
  // Relational databases.
  { text: "MySQL is down on db-prod-2", names: "MySQL", values: ["db-prod-2"] },
  { text: "MySQL: too many connections, the checkout service cannot log in", names: "MySQL" },
  { text: "MySQL replica lags 20 minutes behind the source", names: "MySQL" },
  { text: "Slow queries on our MySQL 8 cluster since this morning", names: "MySQL" },
  { text: "InnoDB: lock wait timeout exceeded, orders cannot be written", names: "MySQL" },
  { text: "MariaDB Galera node has left the cluster", names: "MariaDB" },
  { text: "mariadb deadlocks after the release", names: "MariaDB" },
  { text: "MariaDB uses up all connections", names: "MariaDB" },
  { text: "PostgreSQL, WAL grows because of an inactive replication slot", names: "PostgreSQL" },
  { text: "Postgres refuses connections: remaining connection slots are reserved", names: "PostgreSQL" },
  { text: "PostgreSQL standby is behind the primary", names: "PostgreSQL" },
  {
    text: "Autovacuum does not keep up on PostgreSQL, database billing is bloated",
    names: "PostgreSQL",
    values: ["billing"],
  },
  { text: "Oracle: ORA-01653 unable to extend table in tablespace USERS", names: "Oracle" },
  { text: "Oracle RAC instance 2 is evicted", names: "Oracle" },
  { text: "SQL Server blocks: hundreds of sessions wait for a lock", names: "SQL Server" },
  { text: "MSSQL transaction log is full on database Sales", names: "SQL Server" },
  // Other stores.
  { text: "MongoDB replica set has no primary", names: "MongoDB" },
  { text: "MongoDB is out of connections", names: "MongoDB" },
  { text: "mongo queries without an index make the shop slow", names: "MongoDB" },
  { text: "Cassandra node shows as DN in the ring", names: "Cassandra" },
  { text: "Elasticsearch cluster is red, shards unassigned", names: "Elasticsearch" },
  { text: "OpenSearch index is read-only because the disk passed the flood stage", names: "OpenSearch" },
  { text: "OpenSearch heap is at 95 %", names: "OpenSearch" },
  { text: "ClickHouse: too many parts in table events", names: "ClickHouse" },
  { text: "Redis evicts keys, memory is at maxmemory", names: "Redis" },
  { text: "Memcached hit ratio dropped to 20 %", names: "Memcached" },
  { text: "DynamoDB throttles our writes", names: "DynamoDB" },
  // Messaging.
  { text: "Kafka consumer group billing lags on topic orders", names: "Kafka", values: ["billing", "orders"] },
  {
    text: "Lag of consumer group 'invoice-writer' for topic 'payments.v2' grows",
    names: "Kafka",
    values: ["invoice-writer", "payments.v2"],
  },
  { text: "Kafka under-replicated partitions after a broker restart", names: "Kafka" },
  {
    text: "RabbitMQ queue mail-out has 200,000 ready messages and no consumers",
    names: "RabbitMQ",
    values: ["mail-out"],
  },
  { text: "RabbitMQ memory alarm blocks publishers", names: "RabbitMQ" },
  { text: "ActiveMQ broker no longer accepts messages", names: "ActiveMQ" },
  { text: "Messages pile up in the SQS queue orders-dlq", names: "SQS" },
  { text: "NATS JetStream consumer is stuck", names: "NATS" },
  { text: "Pulsar backlog of subscription audit grows", names: "Pulsar" },
  { text: "IBM MQ channel is in retrying state", names: "IBM MQ" },
  // Containers.
  {
    text: "Pods in CrashLoopBackOff in namespace prod, deployment billing-api",
    names: "Kubernetes",
    values: ["prod", "billing-api"],
  },
  { text: "StatefulSet search-data in namespace logs does not become ready", names: "Kubernetes", values: ["logs"] },
  {
    text: "A ConfigMap change broke the deployment web in namespace shop",
    names: "Kubernetes",
    values: ["shop", "web"],
  },
  { text: "PVC full in Kubernetes namespace metrics", names: "Kubernetes", values: ["metrics"] },
  { text: "OpenShift route returns 503 for the application", names: "OpenShift" },
  { text: "Docker container api restarts every minute", names: "Docker", values: ["api"] },
  { text: "DaemonSet of the log agent is missing on two nodes", names: "Kubernetes" },
  {
    text: "ImagePullBackOff for deployment checkout in namespace stage",
    names: "Kubernetes",
    values: ["stage", "checkout"],
  },
  // Proxies and web servers.
  { text: "HAProxy: backend app has no server available", names: "HAProxy" },
  { text: "HAProxy session limit reached", names: "HAProxy" },
  { text: "Nginx returns 502 for /api", names: "nginx" },
  { text: "nginx reload fails after a config change", names: "nginx" },
  { text: "Apache httpd reached MaxRequestWorkers", names: "Apache" },
  { text: "IIS application pool stops again and again", names: "IIS" },
  { text: "Envoy sidecar reports upstream connect error", names: "Envoy" },
  { text: "Traefik cannot renew the certificate", names: "Traefik" },
  { text: "Varnish serves 503 backend fetch failed", names: "Varnish" },
  // Hosts and systems.
  { text: "Windows service Spooler does not start on PRINT01", names: "Windows" },
  { text: "Windows Server 2019: disk C: is full", names: "Windows" },
  { text: "High CPU on a Windows host, w3wp.exe", names: "Windows" },
  { text: "Active Directory replication fails between two domain controllers", names: "Active Directory" },
  { text: "CentOS host web-14 has a full disk on /var", names: "Linux", values: ["/var"] },
  { text: "systemd service billing-api failed on Ubuntu", names: "Linux", values: ["billing-api"] },
  { text: "VMware ESXi host lost its datastore", names: "VMware" },
  { text: "Hyper-V guest does not boot", names: "Hyper-V" },
  { text: "Solaris zone is out of swap", names: "Solaris" },
  { text: "AIX filesystem /u01 is full", names: "AIX" },
  // Networks.
  { text: "BGP session with our transit provider is down", names: "BGP" },
  { text: "Cisco switch port flaps on gi1/0/12", names: "Cisco" },
  { text: "Juniper router drops packets", names: "Juniper" },
  { text: "FortiGate firewall blocks the VPN tunnel to the branch", names: "FortiGate" },
  { text: "F5 BIG-IP pool members are marked down", names: "F5" },
  // Applications and clouds.
  { text: "SAP queue SMQ1 is blocked", names: "SAP" },
  { text: "Jenkins agents are offline, builds wait", names: "Jenkins" },
  { text: "AWS Lambda times out behind API Gateway", names: "AWS Lambda" },
  { text: "Keycloak does not issue tokens", names: "Keycloak" },
  { text: "Exchange mail flow stopped, queue grows", names: "Exchange" },
];
