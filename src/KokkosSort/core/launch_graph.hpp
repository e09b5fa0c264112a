// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_LAUNCH_GRAPH_HPP
#define KOKKOSSORT_CORE_LAUNCH_GRAPH_HPP

#include <KokkosSort/core/capture_state.hpp>

#include <Kokkos_Core.hpp>

namespace KokkosSort::Impl {

/// The launches of some work, recorded once and repeated by one graph launch.
/// Backends without graphs record nothing, and the caller does the work.
template <class Exec>
class LaunchGraph {
 public:
  template <class Work>
  void capture(Exec const&, Work const&) {}
  bool is_captured() const { return false; }
  bool launch(Exec const&) const { return false; }
};

/// Records by the stream capture of CUDA and HIP, which Api names.
template <class Exec, class Api>
class StreamGraph {
 public:
  StreamGraph() = default;
  ~StreamGraph() {
    if (m_instance != nullptr) Api::destroy(m_instance);
  }
  StreamGraph(StreamGraph const&)            = delete;
  StreamGraph& operator=(StreamGraph const&) = delete;

  /// Calls work(instance) on an instance that records its launches and runs
  /// none. The work must launch kernels alone, without a fence or a copy. After
  /// a failure nothing is captured, and `exec` is as before.
  ///
  /// The instance has a stream of its own. With a launch Kokkos requests memory
  /// of no bytes, and with the first launch of a source file it copies tables
  /// to the device. CUDA permits both during the capture of a stream that does
  /// not wait for the default stream. Most streams do wait for it.
  template <class Work>
  void capture(Exec const& exec, Work const& work) {
    // Kokkos fences around what it reports to a tool, and after each launch if
    // it checks bounds. A fence ends the capture.
#if !defined(KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK)
    if (Kokkos::Tools::profileLibraryLoaded() || !Api::set_device(exec)) return;
    OwnStream const stream;
    if (!stream.is_created) return;
    Exec const recorder(stream.stream);
    Recording recording(stream.stream);
    if (!recording.begin()) return;
    work(recorder);
    if (!recording.end()) return;
    if (!Api::instantiate(m_instance, recording.graph)) m_instance = nullptr;
    if (m_instance != nullptr) Api::upload(m_instance, Api::stream_of(exec));
#else
    static_cast<void>(exec);
    static_cast<void>(work);
#endif
  }

  bool is_captured() const { return m_instance != nullptr; }

  /// Enqueues the recorded launches on `exec`. Returns false if the caller must
  /// do the work, because nothing was captured or the launch failed. A stream
  /// that is itself being captured takes launches of kernels, but of no graphs.
  bool launch(Exec const& exec) const {
    return is_captured() && Api::set_device(exec) &&
           !Api::is_capturing(Api::stream_of(exec)) &&
           Api::launch(m_instance, Api::stream_of(exec));
  }

 private:
  struct OwnStream {
    typename Api::Stream stream = nullptr;
    bool is_created             = Api::create(stream);

    OwnStream() = default;
    ~OwnStream() {
      if (is_created) Api::destroy(stream);
    }
    OwnStream(OwnStream const&)            = delete;
    OwnStream& operator=(OwnStream const&) = delete;
  };

  /// Ends the capture also if the work throws.
  struct Recording {
    typename Api::Stream stream;
    typename Api::Graph graph = nullptr;
    bool is_running           = false;

    explicit Recording(typename Api::Stream on) : stream(on) {}
    ~Recording() {
      if (is_running) end();
      if (graph != nullptr) Api::destroy(graph);
    }
    Recording(Recording const&)            = delete;
    Recording& operator=(Recording const&) = delete;

    bool begin() {
      is_running = Api::begin(stream);
      if (is_running) capture_state() = CaptureState::recording;
      return is_running;
    }

    /// Returns whether all launches are in the graph.
    bool end() {
      is_running            = false;
      bool const is_refused = capture_state() == CaptureState::refused;
      capture_state()       = CaptureState::none;
      return Api::end(stream, graph) && graph != nullptr && !is_refused;
    }
  };

  typename Api::Instance m_instance = nullptr;
};

// The functions of a backend return whether they succeeded. An error must not
// be reported as that of a later call, so it is cleared.

#if defined(KOKKOS_ENABLE_CUDA)
struct CudaGraphs {
  using Stream   = cudaStream_t;
  using Graph    = cudaGraph_t;
  using Instance = cudaGraphExec_t;

  static bool succeeds(cudaError_t error) {
    if (error == cudaSuccess) return true;
    static_cast<void>(cudaGetLastError());
    return false;
  }
  static Stream stream_of(Kokkos::Cuda const& exec) {
    return exec.cuda_stream();
  }
  static bool set_device(Kokkos::Cuda const& exec) {
    return succeeds(cudaSetDevice(exec.cuda_device()));
  }
  static bool create(Stream& stream) {
    return succeeds(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  }
  static bool begin(Stream stream) {
    return succeeds(
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  }
  static bool end(Stream stream, Graph& graph) {
    return succeeds(cudaStreamEndCapture(stream, &graph));
  }
  static bool is_capturing(Stream stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    return succeeds(cudaStreamIsCapturing(stream, &status)) &&
           status != cudaStreamCaptureStatusNone;
  }
  static bool instantiate(Instance& instance, Graph graph) {
    return succeeds(cudaGraphInstantiateWithFlags(&instance, graph, 0));
  }
  static bool upload(Instance instance, Stream stream) {
    return succeeds(cudaGraphUpload(instance, stream));
  }
  static bool launch(Instance instance, Stream stream) {
    return succeeds(cudaGraphLaunch(instance, stream));
  }
  static void destroy(Stream stream) { succeeds(cudaStreamDestroy(stream)); }
  static void destroy(Graph graph) { succeeds(cudaGraphDestroy(graph)); }
  static void destroy(Instance instance) {
    succeeds(cudaGraphExecDestroy(instance));
  }
};

template <>
class LaunchGraph<Kokkos::Cuda> : public StreamGraph<Kokkos::Cuda, CudaGraphs> {
};
#endif

#if defined(KOKKOS_ENABLE_HIP)
struct HipGraphs {
  using Stream   = hipStream_t;
  using Graph    = hipGraph_t;
  using Instance = hipGraphExec_t;

  static bool succeeds(hipError_t error) {
    if (error == hipSuccess) return true;
    static_cast<void>(hipGetLastError());
    return false;
  }
  static Stream stream_of(Kokkos::HIP const& exec) { return exec.hip_stream(); }
  static bool set_device(Kokkos::HIP const& exec) {
    return succeeds(hipSetDevice(exec.hip_device()));
  }
  static bool create(Stream& stream) {
    return succeeds(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  }
  static bool begin(Stream stream) {
    return succeeds(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
  }
  static bool end(Stream stream, Graph& graph) {
    return succeeds(hipStreamEndCapture(stream, &graph));
  }
  static bool is_capturing(Stream stream) {
    hipStreamCaptureStatus status = hipStreamCaptureStatusNone;
    return succeeds(hipStreamIsCapturing(stream, &status)) &&
           status != hipStreamCaptureStatusNone;
  }
  static bool instantiate(Instance& instance, Graph graph) {
    return succeeds(hipGraphInstantiate(&instance, graph, nullptr, nullptr, 0));
  }
  // The first launch uploads: hipGraphUpload is not in all versions of ROCm.
  static bool upload(Instance, Stream) { return true; }
  static bool launch(Instance instance, Stream stream) {
    return succeeds(hipGraphLaunch(instance, stream));
  }
  static void destroy(Stream stream) { succeeds(hipStreamDestroy(stream)); }
  static void destroy(Graph graph) { succeeds(hipGraphDestroy(graph)); }
  static void destroy(Instance instance) {
    succeeds(hipGraphExecDestroy(instance));
  }
};

template <>
class LaunchGraph<Kokkos::HIP> : public StreamGraph<Kokkos::HIP, HipGraphs> {};
#endif

}  // namespace KokkosSort::Impl

#endif
