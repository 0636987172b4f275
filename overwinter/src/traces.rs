//! Spans for an OpenTelemetry collector, where the program was built with the feature `otel` and is told of one.

#[cfg(feature = "otel")]
pub use sent::Traces;

#[cfg(not(feature = "otel"))]
pub use none::Traces;

#[cfg(not(feature = "otel"))]
mod none {
    use crate::error::CommandError;
    use tracing_subscriber::layer::Identity;

    /// Nothing: this program was built without traces.
    pub struct Traces;

    impl Traces {
        /// Nothing is sent.
        pub fn start() -> Result<Traces, CommandError> {
            Ok(Traces)
        }

        /// A layer that does nothing.
        pub fn layer(&self) -> Identity {
            Identity::new()
        }

        /// Nothing is left to send.
        pub fn finish(self) {}
    }
}

#[cfg(feature = "otel")]
mod sent {
    use crate::error::CommandError;
    use opentelemetry::trace::TracerProvider as _;
    use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
    use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
    use opentelemetry_sdk::Resource;
    use opentelemetry_sdk::trace::SdkTracerProvider;
    use std::future::Future;
    use std::pin::Pin;
    use std::time::Duration;
    use tracing::Subscriber;
    use tracing_subscriber::filter::Targets;
    use tracing_subscriber::layer::Layer;
    use tracing_subscriber::registry::LookupSpan;

    /// Where spans go, as OpenTelemetry names it: to all signals, or to spans alone.
    const ENDPOINTS: [&str; 2] =
        ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];

    /// How long a collector may take.
    const PATIENCE: Duration = Duration::from_secs(10);

    /// What sends spans; nothing if nobody wants them.
    pub struct Traces(Option<SdkTracerProvider>);

    impl Traces {
        /// Begins to send spans, if the environment says where to.
        pub fn start() -> Result<Traces, CommandError> {
            let named = ENDPOINTS.into_iter().find_map(|name| {
                let value = std::env::var(name).ok().filter(|value| !value.is_empty());
                value.map(|value| (name, value))
            });
            let Some((name, endpoint)) = named else { return Ok(Traces(None)) };
            let no = |why: &str| CommandError::input(format!("{name} is `{endpoint}`: {why}"));
            if !endpoint.starts_with("http://") {
                return Err(no(
                    "say an address such as http://127.0.0.1:4318 of a collector nearby, which may \
                               encrypt what it passes on",
                ));
            }
            let exporter = SpanExporter::builder()
                .with_http()
                .with_protocol(Protocol::HttpBinary)
                .with_http_client(Client::new())
                .with_timeout(PATIENCE)
                .build()
                .map_err(|error| no(&error.to_string()))?;
            let mut resource = Resource::builder();
            if std::env::var_os("OTEL_SERVICE_NAME").is_none() {
                resource = resource.with_service_name("overwinter");
            }
            let provider = SdkTracerProvider::builder()
                .with_batch_exporter(exporter)
                .with_resource(resource.build())
                .build();
            Ok(Traces(Some(provider)))
        }

        /// What makes spans of ours into those of OpenTelemetry.
        pub fn layer<S>(&self) -> Option<impl Layer<S> + use<S>>
        where
            S: Subscriber + for<'span> LookupSpan<'span> + Send + Sync,
        {
            let tracer = self.0.as_ref()?.tracer("overwinter");
            let ours = Targets::new().with_target("service", tracing::Level::DEBUG);
            let layer = tracing_opentelemetry::layer().with_tracer(tracer).with_location(false);
            Some(layer.with_threads(false).with_filter(ours))
        }

        /// Sends what is left.
        pub fn finish(self) {
            if let Some(provider) = self.0 {
                // A collector that is away costs nothing but the spans.
                let _ = provider.shutdown();
            }
        }
    }

    /// Sends requests from the thread that collects spans, which may wait.
    #[derive(Debug)]
    struct Client(ureq::Agent);

    impl Client {
        fn new() -> Client {
            let agent = ureq::Agent::config_builder().timeout_global(Some(PATIENCE)).build();
            Client(agent.into())
        }

        fn sent(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
            let answer = self.0.run(request.map(|body| body.to_vec()))?;
            let (head, mut body) = answer.into_parts();
            Ok(Response::from_parts(head, body.read_to_vec()?.into()))
        }
    }

    impl HttpClient for Client {
        fn send_bytes<'life0, 'async_trait>(
            &'life0 self,
            request: Request<Bytes>,
        ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'async_trait>>
        where
            'life0: 'async_trait,
            Self: 'async_trait,
        {
            Box::pin(async move { self.sent(request) })
        }
    }
}
